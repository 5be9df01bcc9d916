import { useState, type ComponentType, type ReactNode } from "react";
import { SecretDialog } from "@/components/SecretDialog";

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
