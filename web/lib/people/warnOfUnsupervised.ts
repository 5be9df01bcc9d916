import { toast } from "sonner";

/**
 * Shows an admin the people who need another supervisor, until dismissed.
 *
 * @param supervisor display name of the person who may no longer supervise
 */
export function warnOfUnsupervised(supervisor: string, unsupervised: readonly string[]): void {
  if (unsupervised.length === 0) return;
  toast.warning(`${supervisor} no longer supervises anyone`, {
    description: `Give these people another supervisor: ${unsupervised.join(", ")}`,
    duration: Infinity,
    // Pressing it closes the toast.
    action: { label: "OK", onClick: () => undefined },
  });
}
