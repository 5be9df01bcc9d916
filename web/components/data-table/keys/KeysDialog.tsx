import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";

export type KeyHelp = { readonly keys: readonly string[]; readonly label: string };

type KeysDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  keys: readonly KeyHelp[];
};

/** What the keys of a table do. */
export function KeysDialog({ isOpen, onOpenChange, keys }: KeysDialogProps) {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Keyboard</DialogTitle>
          <DialogDescription>They work while no field has the focus.</DialogDescription>
        </DialogHeader>
        <dl className="divide-y text-sm">
          {keys.map(({ keys: names, label }) => (
            <div key={label} className="flex items-center justify-between gap-4 py-1.5">
              <dt>{label}</dt>
              <dd className="flex gap-1">
                {names.map((name) => (
                  <kbd
                    key={name}
                    className="min-w-6 rounded border bg-muted px-1.5 py-0.5 text-center font-mono text-xs"
                  >
                    {name}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </DialogContent>
    </Dialog>
  );
}
