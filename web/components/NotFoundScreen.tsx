import { ReturnButton } from "@/components/ReturnButton";
import { Screen } from "@/components/Screen";
import { useDocumentTitle } from "@/hooks/useDocumentTitle";

export function NotFoundScreen() {
  useDocumentTitle("Page not found");
  return (
    <Screen code="404" title="Page not found." actions={<ReturnButton />}>
      The page you are looking for might have been removed, or the address is mistyped.
    </Screen>
  );
}
