import { MailStays } from "@/components/MailStays";
import { useConfig } from "@/hooks/data/useConfig";

/**
 * Explains where to find the code on a server that sends no mail: anyone who opens a demo, or a
 * deployment of this computer that has no admin yet, also runs it.
 */
export function CodeStays() {
  const config = useConfig();
  return (
    <MailStays>
      {config?.demo ? (
        <>
          In a terminal, <code>npx sms mail list</code> shows the code.
        </>
      ) : config?.needsAdmin ? (
        "The “Mail” command that npm start printed shows the code."
      ) : (
        "Ask its administrator for the code."
      )}
    </MailStays>
  );
}
