import { ReturnButton } from "@/components/ReturnButton";
import { MessageScreen } from "@/components/pages/MessageScreen";
import { useDocumentTitle } from "@/hooks/useDocumentTitle";

export function NotFoundScreen() {
  useDocumentTitle("Page not found");
  return (
    <MessageScreen code="404" title="Page not found." actions={<ReturnButton />}>
      The page you are looking for might have been removed, or the address is mistyped.
    </MessageScreen>
  );
}
