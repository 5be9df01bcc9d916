import { useMutation } from "convex/react";
import { Undo } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { useIsPast } from "@/hooks/useIsPast";
import { attempt } from "@/lib/attempt";
import { newTransactionId } from "@/lib/transactionId";
import { api } from "../../../convex/_generated/api";
import { UNDO_TEXTS } from "../../../domain/stepTexts";
import { UNDO_MS } from "../../../domain/undo";

type UndoBasketProps = {
  basketId: string;
  /** Epoch ms. */
  finishedAt: number;
  /** Called with the id of the basket that undoes this one. */
  onStarted: (undoId: string) => void;
};

/** Undoes what a basket did, while that is possible. */
export function UndoBasket({ basketId, finishedAt, onStarted }: UndoBasketProps) {
  const undo = useMutation(api.baskets.undo);
  const isPast = useIsPast(finishedAt + UNDO_MS);
  const [undoId] = useState(newTransactionId); // two presses, one undo
  const [isStarting, setIsStarting] = useState(false);
  if (isPast) return null;
  const press = async () => {
    setIsStarting(true);
    const outcome = await attempt(undo({ basketId, undoId }));
    setIsStarting(false);
    if (outcome.ok) onStarted(undoId);
    else toast.error(outcome.message);
  };
  return (
    <Button variant="outline" loading={isStarting} onClick={() => void press()}>
      <Undo aria-hidden />
      {UNDO_TEXTS.button}
    </Button>
  );
}
