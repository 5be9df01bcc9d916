import { Banner } from "@/components/Banner";
import { PeopleInText } from "@/components/sample/PeopleInText";

/** The server's refusal of a form or a dialog, with people's names where it has addresses. */
export function RefusalBanner({ message }: { message: string | null | undefined }) {
  if (!message) return null;
  return (
    <Banner tone="error">
      <PeopleInText>{message}</PeopleInText>
    </Banner>
  );
}
