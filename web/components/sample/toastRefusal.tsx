import { toast } from "sonner";
import { PeopleInText } from "./PeopleInText";

/** Shows a refusal in a toast, for requests without a form; names replace e-mails. */
export function toastRefusal(message: string): void {
  toast.error(<PeopleInText>{message}</PeopleInText>);
}
