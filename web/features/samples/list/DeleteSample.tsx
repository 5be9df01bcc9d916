import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import type { SampleRow as Sample } from "#domain/samples/compactRows";
import { DeleteDialog } from "./DeleteDialog";

type DeleteSampleProps = Pick<ButtonProps, "size" | "variant"> & {
  sample: Sample;
  className?: string | undefined;
  /** Called even if the deleted sample's row has already removed the button. */
  onDeleted?: () => void;
};

/** The button that deletes a sample after a confirmation. */
export function DeleteSample({
  sample,
  size = "sm",
  variant = "outline",
  className,
  onDeleted,
}: DeleteSampleProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <DeleteDialog
      sample={sample}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      onDeleted={onDeleted}
      trigger={
        <Button
          size={size}
          variant={variant}
          aria-label={`Delete ${sample.serialNumber}`}
          className={className}
        >
          <Trash2 aria-hidden className="text-destructive" />
          Delete
        </Button>
      }
    />
  );
}
