import { Banner } from "@/components/Banner";
import { PeopleInText } from "@/components/sample/PeopleInText";

/** The server's refusal of a form or dialog, with names in place of e-mails. */
export function RefusalBanner({ message }: { message: string | null | undefined }) {
  if (!message) return null;
  return (
    <Banner tone="error">
      <PeopleInText>{message}</PeopleInText>
    </Banner>
  );
}
