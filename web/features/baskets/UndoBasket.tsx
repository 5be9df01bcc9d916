import { useMutation } from "convex/react";
import { Undo } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { SendButton } from "@/components/forms/SendButton";
import type { ButtonProps } from "@/components/ui/button";
import { useIsMounted } from "@/hooks/useIsMounted";
import { useIsPast } from "@/hooks/useIsPast";
import { useIsWaiting, useSend } from "@/hooks/useWaiting";
import { newTransactionId } from "@/lib/transactionId";
import { api } from "../../../convex/_generated/api";
import { UNDO_TEXTS } from "#domain/custody/stepTexts";
import { UNDO_MS } from "#domain/custody/undo";

type UndoBasketProps = Pick<ButtonProps, "size"> & {
  basketId: string;
  /** Epoch ms. */
  finishedAt: number;
  /** Called with the id of the basket that undoes this one. */
  onStarted: (undoId: string) => void;
};

/** Undoes a basket while that is still possible. */
export function UndoBasket({ basketId, finishedAt, onStarted, size }: UndoBasketProps) {
  const undo = useMutation(api.baskets.undo);
  const isPast = useIsPast(finishedAt + UNDO_MS);
  const [undoId] = useState(newTransactionId); // two presses, one undo
  const send = useSend();
  const isMounted = useIsMounted();
  const isWaiting = useIsWaiting(undoId);
  if (isPast && !isWaiting) return null;
  const press = async () => {
    const step = { id: undoId, label: UNDO_TEXTS.button };
    const outcome = await send(step, () => undo({ basketId, undoId }));
    if (outcome?.ok === false) toast.error(outcome.message);
    if (outcome?.ok && isMounted()) onStarted(undoId);
  };
  return (
    <SendButton
      variant="outline"
      size={size}
      icon={Undo}
      text={UNDO_TEXTS.button}
      waitingId={undoId}
      onPress={press}
    />
  );
}
