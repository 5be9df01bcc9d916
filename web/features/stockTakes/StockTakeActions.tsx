import { Link } from "@tanstack/react-router";
import { useMutation } from "convex/react";
import { Printer, UserPlus } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { ExportButtons } from "@/components/export/ExportButtons";
import { Button } from "@/components/ui/button";
import { useSend } from "@/hooks/useWaiting";
import { api } from "../../../convex/_generated/api";
import { ITEM_STATE_NAMES } from "#domain/stockTakes/stockTake";
import { HelpersDialog } from "./HelpersDialog";
import type { StockTake } from "./types";
import { useAllItems } from "./useAllItems";

/** The actions on a stock-take as a whole: share, close, cancel, export, print. */
export function StockTakeActions({ stockTake }: { stockTake: StockTake }) {
  const { _id, name, state, counts, mayManage } = stockTake;
  const [isSharing, setSharing] = useState(false);
  const rowsOf = useAllItems(_id);
  const total = ITEM_STATE_NAMES.reduce((sum, each) => sum + counts[each], 0);
  const isUnderWay = state === "open" || state === "preparing";
  if (!isUnderWay) {
    return (
      <>
        <Button asChild variant="outline">
          <Link to="/private/stocktakerecord/$id" params={{ id: _id }}>
            <Printer aria-hidden />
            Print
          </Link>
        </Button>
        <ExportButtons name="stockTake" fileName={name} total={total} rowsOf={rowsOf} />
      </>
    );
  }
  if (!mayManage) return null;
  return (
    <>
      <Button variant="outline" onClick={() => setSharing(true)}>
        <UserPlus aria-hidden />
        Share
      </Button>
      <EndButton stockTake={stockTake} change="cancel" />
      {state === "open" && <EndButton stockTake={stockTake} change="close" />}
      {isSharing && <HelpersDialog stockTake={stockTake} onClose={() => setSharing(false)} />}
    </>
  );
}

const WORDS = {
  close: {
    button: "Close",
    question: "Close this stock-take?",
    keep: "Go on scanning",
    confirm: "Close the stock-take",
  },
  cancel: {
    button: "Cancel",
    question: "Cancel this stock-take?",
    keep: "Keep it",
    confirm: "Cancel the stock-take",
  },
} as const;

type EndButtonProps = { stockTake: StockTake; change: keyof typeof WORDS };

function EndButton({ stockTake: { _id, name, counts }, change }: EndButtonProps) {
  const words = WORDS[change];
  const end = useMutation(api.stockTakes[change]);
  const send = useSend();
  const [isOpen, setOpen] = useState(false);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const waitingId = `${change} ${_id}`;
  const confirm = async () => {
    setPending(true);
    const outcome = await send({ id: waitingId, label: words.confirm }, () =>
      end({ stockTakeId: _id }),
    );
    setPending(false);
    if (outcome?.ok) setOpen(false);
    else if (outcome) setError(outcome.message);
  };
  const wrong = counts.unexpected + counts.unknown;
  const number = (count: number) => count.toLocaleString("en-US");
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button variant={change === "close" ? "default" : "outline"}>{words.button}</Button>}
      question={words.question}
      explanation={
        change === "close"
          ? `“${name}” becomes a permanent record: ${number(counts.found)} found, ${number(counts.missing)} not found, ${number(wrong)} that ${wrong === 1 ? "does" : "do"} not belong. What has rightly left meanwhile is not counted as missing.`
          : `“${name}” ends without a result. What was scanned stays to be looked at.`
      }
      error={error}
      cancel={words.keep}
      waitingId={waitingId}
      confirm={
        <Button
          variant={change === "close" ? "default" : "destructive"}
          loading={isPending}
          onClick={() => void confirm()}
        >
          {words.confirm}
        </Button>
      }
    />
  );
}
