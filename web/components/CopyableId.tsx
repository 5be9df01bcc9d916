import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { toast } from "sonner";
import { copyText } from "@/lib/clipboard";
import { cn } from "@/lib/utils";
import { MESSAGES } from "#domain/common/messages";

export interface CopyableIdProps {
  /** The identifier as copied: ungrouped. */
  value: string;
  /** The identifier as displayed: an IMEI is grouped. Default: `value`. */
  display?: string;
  /** Name of the identifier, for the button's label: "IMEI 1". */
  label: string;
  className?: string;
}

/** Time for which the tick is shown after copying, ms. */
const COPIED_MS = 1500;

/** An identifier in a monospaced font; pressing it copies it. */
export function CopyableId({ value, display = value, label, className }: CopyableIdProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  if (!value) return <span className="text-muted-foreground">–</span>;
  const copy = async () => {
    if (!(await copyText(value))) {
      toast.error(MESSAGES.copyRefused);
      return;
    }
    setCopied(true);
  };
  return (
    <span
      className={cn(
        "group/id inline-flex max-w-full items-center gap-1 font-mono text-[13px]",
        className,
      )}
    >
      {/* An IMEI keeps its groups in one line; the longest ids have more letters than 320 px. */}
      <span
        className={display === value ? "min-w-0 [overflow-wrap:anywhere]" : "whitespace-nowrap"}
      >
        {display}
      </span>
      <button
        type="button"
        onClick={() => void copy()}
        aria-label={copied ? `${label} copied` : `Copy ${label}`}
        className="no-print relative grid size-6 shrink-0 place-items-center coarse:after:absolute coarse:after:-inset-2.5 rounded text-muted-foreground hover:bg-accent hover:text-foreground"
      >
        {copied ? <Check className="size-3.5" /> : <Copy className="size-3.5" />}
      </button>
    </span>
  );
}
