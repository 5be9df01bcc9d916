import { Download, Printer } from "lucide-react";
import { CopyButton } from "@/components/CopyButton";
import { Button } from "@/components/ui/button";
import { saveFile } from "@/lib/saveFile";
import { inGroups } from "#domain/accounts/secondFactor";

type RecoveryCodesProps = { codes: readonly string[]; email: string; onDone: () => void };

/** New recovery codes, shown once: to copy, to save as a file, or to print. */
export function RecoveryCodes({ codes, email, onDone }: RecoveryCodesProps) {
  const lines = codes.map((code) => inGroups(code, "-"));
  const text = lines.join("\n");
  const save = () => {
    const file = `Recovery codes of SMS for ${email}. Each signs in once.\n\n${text}\n`;
    saveFile("sms-recovery-codes.txt", "text/plain", file);
  };
  return (
    <div data-printed-alone className="flex flex-col gap-4">
      <p className="hidden print:block">Recovery codes of SMS for {email}</p>
      <p className="text-sm text-muted-foreground">
        Keep these codes in a safe place. Each one signs you in once without your phone. You will
        not see them again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1 rounded-md border bg-muted px-4 py-3 font-mono text-sm sm:grid-cols-2"
      >
        {lines.map((line) => (
          <li key={line} className="select-all">
            {line}
          </li>
        ))}
      </ul>
      <div className="no-print flex flex-wrap gap-2">
        <CopyButton text={text} />
        <Button variant="outline" onClick={save}>
          <Download aria-hidden /> Download
        </Button>
        <Button variant="outline" onClick={() => window.print()}>
          <Printer aria-hidden /> Print
        </Button>
        <Button className="sm:ml-auto" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </div>
  );
}
