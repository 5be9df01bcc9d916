import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { KeyList, type KeyHelp } from "./KeyList";

type KeysDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  keys: readonly KeyHelp[];
};

/** Explains the keys of a table. */
export function KeysDialog({ isOpen, onOpenChange, keys }: KeysDialogProps) {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Keyboard</DialogTitle>
          <DialogDescription>They work while no field has the focus.</DialogDescription>
        </DialogHeader>
        <KeyList keys={keys} />
      </DialogContent>
    </Dialog>
  );
}
