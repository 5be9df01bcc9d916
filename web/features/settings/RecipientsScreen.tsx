import { PageHeader } from "@/components/pages/PageHeader";
import { RecipientLists } from "./RecipientLists";

/** The two lists of "Edit Employee" that belong to no employee, on a page of their own. */
export function RecipientsScreen() {
  return (
    <>
      <PageHeader
        title="Lists for everyone"
        description="Who can be asked to take a return or approve a loss. Changes affect all employees."
      />
      <RecipientLists />
    </>
  );
}
