import { CopyButton } from "@/components/CopyButton";
import { Button } from "@/components/ui/button";
import { DialogFooter, Modal } from "@/components/ui/dialog";

type SecretDialogProps = {
  title: string;
  /** Explains where to enter the secret, and that it is shown only once. */
  description: string;
  secret: string;
  onClose: () => void;
};

/** Shows a new secret, once. A click outside of the dialog does not close it. */
export function SecretDialog({ title, description, secret, onClose }: SecretDialogProps) {
  return (
    <Modal
      onClose={onClose}
      title={title}
      description={description}
      onInteractOutside={(event) => event.preventDefault()}
    >
      <code className="select-all break-all rounded-md border bg-muted px-3 py-2 font-mono text-sm">
        {secret}
      </code>
      <DialogFooter>
        <CopyButton text={secret} />
        <Button onClick={onClose}>I have saved it</Button>
      </DialogFooter>
    </Modal>
  );
}
