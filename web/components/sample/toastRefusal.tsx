import { toast } from "sonner";
import { PeopleInText } from "./PeopleInText";

/** Shows a refusal that has no form to stand in, with people's names where it has addresses. */
export function toastRefusal(message: string): void {
  toast.error(<PeopleInText>{message}</PeopleInText>);
}
