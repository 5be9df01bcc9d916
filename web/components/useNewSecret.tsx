import { useState, type ComponentType, type ReactNode } from "react";
import { CopyButton } from "@/components/CopyButton";
import { Button } from "@/components/ui/button";
import { DialogFooter, Modal } from "@/components/ui/dialog";

type NewSecretOptions = {
  /** The dialog that asks for the use and creates the secret; null: there is none to show. */
  Form: ComponentType<{ onMade: (secret: string | null) => void; onClose: () => void }>;
  /** Title and description of the dialog that shows the secret. */
  title: string;
  description: string;
};

/**
 * Creates a secret (a token, a signing key) in two dialogs: its form, then the secret, shown once.
 *
 * @returns `add` opens the form; `dialogs` is to be rendered by the caller
 */
export function useNewSecret({ Form, ...shown }: NewSecretOptions): {
  add: () => void;
  dialogs: ReactNode;
} {
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const onMade = (made: string | null) => {
    setAdding(false);
    setSecret(made);
  };
  return {
    add: () => setAdding(true),
    dialogs: (
      <>
        {isAdding && <Form onClose={() => setAdding(false)} onMade={onMade} />}
        {secret !== null && (
          <SecretDialog {...shown} secret={secret} onClose={() => setSecret(null)} />
        )}
      </>
    ),
  };
}

type SecretDialogProps = {
  title: string;
  /** Explains where to enter the secret, and that it is shown only once. */
  description: string;
  secret: string;
  onClose: () => void;
};

/** Shows a new secret, once. A click outside of the dialog does not close it. */
function SecretDialog({ title, description, secret, onClose }: SecretDialogProps) {
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
