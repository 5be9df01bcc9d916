import { CircleAlert, CircleCheck, CircleDot, LoaderCircle, type LucideIcon } from "lucide-react";
import { useState, useCallback, useEffect, useSyncExternalStore } from "react";
import { useConvex } from "convex/react";
import { RelativeTime } from "@/components/RelativeTime";
import { PersonName } from "@/components/sample/Person";
import { SerialLink } from "@/components/sample/SerialLink";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { useSayOfScan } from "@/hooks/keys/useScanAnswer";
import { useScanner } from "@/hooks/keys/useScanner";
import { hasFinePointer } from "@/hooks/useMediaQuery";
import { isEntryKey } from "@/lib/keys/isEntryKey";
import { ScanQueue, type Scan, type ScanAnswer } from "@/lib/stockTakeScans";
import { cn } from "@/lib/utils";
import { splitValues } from "#domain/baskets/baskets";
import { scannedValue } from "#domain/identifiers/identifierLookup";
import { deviceName } from "#domain/samples/deviceName";
import { SCAN_TEXTS } from "#domain/stockTakes/stockTake";
import { attempt } from "@/lib/connection/attempt";
import { signalScan } from "@/lib/feedback/signalScan";
import { api } from "../../../convex/_generated/api";

type Tone = "right" | "wrong" | "neutral" | "waiting";

const TONES: Record<Tone, { Icon: LucideIcon; classes: string }> = {
  right: { Icon: CircleCheck, classes: "bg-success text-success-foreground" },
  wrong: { Icon: CircleAlert, classes: "bg-destructive/10 text-destructive" },
  neutral: { Icon: CircleDot, classes: "bg-muted text-foreground" },
  waiting: { Icon: LoaderCircle, classes: "bg-warning text-warning-foreground" },
};

/** Number of scans shown below the latest one. */
const EARLIER = 4;

/**
 * Accepts scans from anywhere on the page, and shows the result of the latest one in large type.
 */
export function ScanPanel({ stockTakeId, owner }: { stockTakeId: string; owner: string }) {
  const { scans, take } = useScans({ stockTakeId, owner, isOpen: true });
  const [text, setText] = useState("");
  const add = (values: readonly string[]) => {
    setText("");
    take(values);
  };
  useScanner((scanned) => add([scannedValue(scanned)]), { takesMany: true });
  const waiting = scans.filter((scan) => toneOf(scan) === "waiting").length;
  const [latest, ...earlier] = scans;
  useSayOfScan(latest ? `${verdictOf(latest)}: ${latest.text}` : "");
  return (
    <Card className="grid gap-4 p-4 lg:grid-cols-2">
      <form
        className="flex flex-col gap-1.5 self-start"
        onSubmit={(event) => {
          event.preventDefault();
          add(splitValues(text));
        }}
      >
        <Label htmlFor="stock-take-scan">Serial number or IMEI</Label>
        <div className="flex gap-2">
          <Input
            id="stock-take-scan"
            data-scans="code"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (text.trim() === "" || !isEntryKey(event)) return;
              event.preventDefault();
              add(splitValues(text));
            }}
            autoFocus={hasFinePointer()}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="done"
            className="font-mono"
          />
          <Button type="submit" variant="outline" disabled={text.trim() === ""}>
            Count
          </Button>
        </div>
        <p className="text-xs text-muted-foreground">
          Scan anywhere on this page, or use the camera under Scan.
        </p>
        {waiting > 0 && (
          <p role="status" className="text-xs font-medium text-warning-foreground">
            {waiting === 1 ? "1 scan is" : `${waiting} scans are`} waiting for the connection. Keep
            scanning: nothing is lost, even if you close the page.
          </p>
        )}
      </form>
      <div className="flex min-h-28 flex-col gap-2">
        {latest === undefined ? (
          <p className="grid flex-1 place-items-center rounded-lg border border-dashed p-4 text-sm text-muted-foreground">
            The latest scan appears here.
          </p>
        ) : (
          <LatestScan key={latest.scanId} scan={latest} />
        )}
        {earlier.length > 0 && (
          <ul aria-label="Earlier scans" className="grid gap-1 max-lg:hidden">
            {earlier.slice(0, EARLIER).map((scan) => (
              <li key={scan.scanId} className="flex items-baseline gap-2 text-xs">
                <span className="min-w-0 truncate font-mono">{scan.text}</span>
                <span className={cn(toneOf(scan) === "wrong" && "text-destructive")}>
                  {verdictOf(scan)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function toneOf({ answer, refused }: Scan): Tone {
  if (refused !== null) return "wrong";
  if (answer === null) return "waiting";
  const { isRight } = SCAN_TEXTS[answer.outcome];
  if (isRight === null) return "neutral";
  return isRight ? "right" : "wrong";
}

function verdictOf({ answer, refused }: Scan): string {
  if (refused !== null) return "Not taken";
  return answer === null ? "Waiting" : SCAN_TEXTS[answer.outcome].verdict;
}

function LatestScan({ scan }: { scan: Scan }) {
  const tone = toneOf(scan);
  const { Icon, classes } = TONES[tone];
  return (
    <div
      role="status"
      data-verdict={tone}
      className={cn("flex flex-1 items-center gap-3 rounded-lg p-4", classes)}
    >
      <Icon aria-hidden className={cn("size-8 shrink-0", tone === "waiting" && "animate-spin")} />
      <div className="min-w-0">
        <p className="text-xl font-semibold tracking-tight">{verdictOf(scan)}</p>
        <p className="font-mono text-sm [overflow-wrap:anywhere]">{scan.text}</p>
        <p className="text-sm">
          {scan.refused}
          {scan.answer && <AnswerText answer={scan.answer} />}
        </p>
      </div>
    </div>
  );
}

/** The sample and, for a finding, its rightful holder. */
function AnswerText({ answer }: { answer: ScanAnswer }) {
  const { outcome, number, brand = "", model = "", holder, status, sampleId } = answer;
  const { isHidden, scannedAt, scannedBy } = answer;
  if (outcome === "unknown") return "No sample has this number. Register the device.";
  if (outcome === "ambiguous") return "Several samples have this IMEI. Scan the serial number.";
  return (
    <>
      {isHidden ? "Held by someone outside your team." : null}
      {!isHidden && `${deviceName({ brand, model })} `}
      {sampleId && <SerialLink sampleId={sampleId} serialNumber={number} />}
      {outcome === "unexpected" && holder !== undefined && (
        <>
          {" "}
          On record with <PersonName email={holder} />, {status}.
        </>
      )}
      {outcome === "already" && scannedAt !== undefined && scannedBy !== undefined && (
        <>
          {" "}
          By <PersonName email={scannedBy} /> <RelativeTime at={scannedAt} />.
        </>
      )}
    </>
  );
}

type ScansOptions = { stockTakeId: string; owner: string; isOpen: boolean };

/** This browser's scans in a stock-take, and a function that adds scans. */
function useScans({ stockTakeId, owner, isOpen }: ScansOptions) {
  const convex = useConvex();
  const [queue] = useState(
    () =>
      new ScanQueue({
        storage: window.localStorage,
        owner,
        stockTakeId,
        send: (scan) => attempt(convex.mutation(api.stockTakes.scan, { ...scan, stockTakeId })),
      }),
  );
  useEffect(() => {
    if (isOpen) void queue.resume();
  }, [isOpen, queue]);
  const scans = useSyncExternalStore(queue.subscribe, queue.get);
  const take = useCallback(
    (values: readonly string[]) => {
      for (const value of values) {
        // Without a connection the answer comes later; the tone confirms that the scan is stored.
        if (!convex.connectionState().isWebSocketConnected) signalScan("neutral");
        void queue.take(value).then((scan) => signalScan(signalOf(scan)));
      }
    },
    [convex, queue],
  );
  return { scans, take };
}

function signalOf({ answer }: Scan) {
  if (answer === null) return "failure";
  const { isRight } = SCAN_TEXTS[answer.outcome];
  if (isRight === null) return "neutral";
  return isRight ? "success" : "failure";
}
