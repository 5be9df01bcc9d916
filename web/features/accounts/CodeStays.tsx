import { MailStays } from "@/components/MailStays";
import { useConfig } from "@/hooks/data/useConfig";

/** Says where the code is on a server that sends no mail. Whoever opens a demo also runs it. */
export function CodeStays() {
  const config = useConfig();
  return (
    <MailStays>
      {config?.demo ? (
        <>
          In a terminal, <code>npx sms mail list</code> shows the code.
        </>
      ) : (
        "Ask its administrator for the code."
      )}
    </MailStays>
  );
}
