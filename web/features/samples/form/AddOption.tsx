import { useMutation } from "convex/react";
import { Plus } from "lucide-react";
import { useId, useState } from "react";
import { toast } from "sonner";
import { Field } from "@/components/forms/Field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { attempt } from "@/lib/connection/attempt";
import { api } from "../../../../convex/_generated/api";
import { optionAdded } from "#domain/common/messages";
import { PICK_LISTS, type PickListKind } from "#domain/samples/pickLists";

type AddOptionProps = {
  list: PickListKind;
  /** Called with the added value, which the form then selects. */
  onAdded: (value: string) => void;
};

/**
 * Adds a value to a pick list without leaving the form; for supervisors and admins
 * (docs/product.md, "Pick lists").
 */
export function AddOption({ list, onAdded }: AddOptionProps) {
  const add = useMutation(api.lookups.add);
  const [isOpen, setIsOpen] = useState(false);
  const [value, setValue] = useState("");
  const [error, setError] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const titleId = useId();
  const { label } = PICK_LISTS[list];

  const send = async () => {
    setIsSending(true);
    const outcome = await attempt(add({ kind: list, value }));
    setIsSending(false);
    if (!outcome.ok) return setError(outcome.message);
    toast.success(optionAdded(label));
    onAdded(value.trim());
    setValue("");
    setIsOpen(false);
  };
  return (
    <Popover
      open={isOpen}
      onOpenChange={(open) => {
        setIsOpen(open);
        setError(undefined);
      }}
    >
      <PopoverTrigger asChild>
        <Button variant="outline" aria-label={`Add to ${label}`} className="px-3">
          <Plus aria-hidden />
          ADD
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-labelledby={titleId}>
        <p id={titleId} className="mb-3 text-sm font-semibold">
          Add to the list “{label}”
        </p>
        <div className="flex flex-col gap-3">
          <Field label="New value" error={error}>
            {(control) => (
              <Input
                {...control}
                value={value}
                autoComplete="off"
                onChange={(event) => {
                  setValue(event.target.value);
                  setError(undefined);
                }}
                onKeyDown={(event) => {
                  // The popover is outside the form element, so it must handle Enter itself.
                  if (event.key === "Enter") void send();
                }}
              />
            )}
          </Field>
          <Button loading={isSending} onClick={() => void send()} className="self-end">
            Add
          </Button>
        </div>
      </PopoverContent>
    </Popover>
  );
}
