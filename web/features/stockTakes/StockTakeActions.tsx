import { Link } from "@tanstack/react-router";
import { useMutation } from "convex/react";
import { Ellipsis, Printer, Trash2, UserPlus } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { ExportButtons } from "@/components/export/ExportButtons";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useSend, useSending } from "@/hooks/useWaiting";
import { api } from "../../../convex/_generated/api";
import { formatCount } from "#domain/common/formatCount";
import { countExpected, ITEM_STATE_NAMES } from "#domain/stockTakes/stockTake";
import { HelpersDialog } from "./HelpersDialog";
import type { StockTake } from "./types";
import { useAllItems } from "./useAllItems";

/** The actions on a stock-take as a whole: share, close, cancel, export, print. */
export function StockTakeActions({ stockTake }: { stockTake: StockTake }) {
  const { _id, name, state, counts, mayManage } = stockTake;
  const [isSharing, setSharing] = useState(false);
  const [ending, setEnding] = useState<keyof typeof WORDS | null>(null);
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
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline" size="icon" aria-label="More for this stock-take">
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={() => setEnding("cancel")}>
            <Trash2 aria-hidden className="text-destructive" />
            {WORDS.cancel.button}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <Button variant="outline" onClick={() => setSharing(true)}>
        <UserPlus aria-hidden />
        Share
      </Button>
      {state === "open" && <Button onClick={() => setEnding("close")}>{WORDS.close.button}</Button>}
      {ending !== null && (
        <EndDialog stockTake={stockTake} change={ending} onClose={() => setEnding(null)} />
      )}
      {isSharing && <HelpersDialog stockTake={stockTake} onClose={() => setSharing(false)} />}
    </>
  );
}

const WORDS = {
  close: {
    button: "Finish count",
    question: "Finish this count?",
    confirm: "Finish count",
  },
  cancel: {
    button: "Discard",
    question: "Discard this count?",
    confirm: "Discard count",
  },
} as const;

type EndDialogProps = {
  stockTake: StockTake;
  change: keyof typeof WORDS;
  onClose: () => void;
};

/** Finishes or discards the count after one question, which has the figures of the screen. */
function EndDialog({ stockTake: { _id, name, counts }, change, onClose }: EndDialogProps) {
  const words = WORDS[change];
  const end = useMutation(api.stockTakes[change]);
  const send = useSend();
  const { isSending, refusal, sending } = useSending();
  const waitingId = `${change} ${_id}`;
  const confirm = async () => {
    const step = { id: waitingId, label: words.confirm };
    const outcome = await sending(send(step, () => end({ stockTakeId: _id })));
    if (outcome?.ok) onClose();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      question={words.question}
      explanation={
        change === "close"
          ? `“${name}” becomes a permanent record: ${formatCount(counts.found)} of ${formatCount(countExpected(counts))} found, ${formatCount(counts.missing)} missing, ${formatCount(counts.unexpected)} unexpected, ${formatCount(counts.unknown)} unknown. Samples handed over in the meantime are not counted as missing.`
          : `“${name}” ends without a result. You can still see its scans.`
      }
      error={refusal}
      waitingId={waitingId}
      confirm={
        <Button
          variant={change === "close" ? "default" : "destructive"}
          loading={isSending}
          onClick={() => void confirm()}
        >
          {words.confirm}
        </Button>
      }
    />
  );
}
