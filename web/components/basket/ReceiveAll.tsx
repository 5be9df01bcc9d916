import { useConvex } from "convex/react";
import { PackageCheck } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Button, type ButtonProps } from "@/components/ui/button";
import { attempt } from "@/lib/attempt";
import { api } from "../../../convex/_generated/api";
import { basketValue, MAX_BASKET, type BasketSample } from "../../../domain/baskets";
import { LISTS, listForStep, type ListName } from "../../../domain/lists";
import { HAND_OVER_STEPS, isAcknowledge, type HandOverStep } from "../../../domain/workflow";
import { useFillBasket } from "./useFillBasket";

/**
 * The lists whose samples can be received together. Losses are not among them: each is judged by
 * itself.
 */
type ReceivedList = "transfer" | "return";

export function isReceived(list: ListName): list is ReceivedList {
  return list === "transfer" || list === "return";
}

type ReceiveAllProps = Pick<ButtonProps, "size" | "variant" | "className"> & {
  list: ReceivedList;
  owner: string;
  label: string;
  /** Called once the samples are in the basket, which then opens. */
  onTaken?: (() => void) | undefined;
};

/** Puts all samples that wait for the reader in `list` into the basket, ready to be received. */
export function ReceiveAll({ list, owner, label, onTaken, ...button }: ReceiveAllProps) {
  const collect = useAddressed(list);
  const fill = useFillBasket(owner);
  const [isCollecting, setIsCollecting] = useState(false);
  const receive = async () => {
    setIsCollecting(true);
    const outcome = await attempt(collect());
    setIsCollecting(false);
    if (!outcome.ok) return toast.error(outcome.message);
    fill(outcome.value, receiptOf(list));
    onTaken?.();
  };
  return (
    <Button {...button} loading={isCollecting} onClick={() => void receive()}>
      <PackageCheck aria-hidden />
      {label}
    </Button>
  );
}

function receiptOf(list: ReceivedList): HandOverStep {
  const step = HAND_OVER_STEPS.find((each) => isAcknowledge(each) && listForStep(each) === list);
  if (step === undefined) throw new Error(`Nothing is received in the list ${list}`);
  return step;
}

const PAGE = 100;

/**
 * Asks the server for the samples that wait for the reader in `list`: at most a basketful, newest
 * first.
 */
function useAddressed(list: ReceivedList): () => Promise<string[]> {
  const convex = useConvex();
  return async () => {
    const range = { list, scope: "addressed", status: LISTS[list].awaited } as const;
    const values: string[] = [];
    let cursor: string | null = null;
    while (values.length < MAX_BASKET) {
      const paginationOpts = { numItems: PAGE, cursor };
      const answer: { page: readonly BasketSample[]; isDone: boolean; continueCursor: string } =
        await convex.query(api.samples.list, { ...range, paginationOpts });
      values.push(...answer.page.map(basketValue));
      if (answer.isDone) break;
      cursor = answer.continueCursor;
    }
    return values.slice(0, MAX_BASKET);
  };
}
