import { useNavigate } from "@tanstack/react-router";
import { useMutation } from "convex/react";
import { PackageCheck } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { PersonName } from "@/components/sample/Person";
import { Button, type ButtonProps } from "@/components/ui/button";
import { useIsMounted } from "@/hooks/useIsMounted";
import { useLostSince } from "@/hooks/useLostSince";
import { useViewer } from "@/hooks/data/useViewer";
import { useSend, useSending } from "@/hooks/useWaiting";
import { attempt } from "@/lib/connection/attempt";
import { api } from "../../../convex/_generated/api";
import { MAX_BASKET } from "#domain/baskets/baskets";
import { countedSamples, NOTHING_WAITS, STEP_TEXTS } from "#domain/custody/stepTexts";
import { stepNote } from "./stepWords";
import type { ReceiptStep } from "../sample/useReceive";
import { useDeliveries, type Delivery, type ReceivedList } from "./useDeliveries";

type ReceiveAllProps = Pick<ButtonProps, "size" | "variant" | "className"> & {
  /** Must be the same array at every render. */
  lists: readonly ReceivedList[];
  label: string;
  /** Called once the baskets have started; the page of the first one opens. */
  onStarted?: (() => void) | undefined;
};

/**
 * Receives all samples in `lists` that wait for the viewer, after one confirmation that names their
 * number and senders. Runs as baskets of at most 300, one after the other; their pages show the
 * results and offer the undo.
 */
export function ReceiveAll({ lists, label, onStarted, ...button }: ReceiveAllProps) {
  const collect = useDeliveries(lists);
  const isLost = useLostSince() !== null;
  const [isCollecting, setIsCollecting] = useState(false);
  const [deliveries, setDeliveries] = useState<readonly Delivery[] | null>(null);
  const ask = async () => {
    setIsCollecting(true);
    const outcome = await attempt(collect());
    setIsCollecting(false);
    if (!outcome.ok) return toast.error(outcome.message);
    if (outcome.value.length === 0) return toast.info(NOTHING_WAITS);
    setDeliveries(outcome.value);
  };
  return (
    <>
      <Button
        {...button}
        disabled={isLost}
        loading={isCollecting && !isLost}
        onClick={() => void ask()}
      >
        <PackageCheck aria-hidden />
        {label}
      </Button>
      {deliveries !== null && (
        <ReceiveDialog
          deliveries={deliveries}
          onStarted={onStarted}
          onClose={() => setDeliveries(null)}
        />
      )}
    </>
  );
}

type ReceiveDialogProps = {
  deliveries: readonly Delivery[];
  onStarted: (() => void) | undefined;
  onClose: () => void;
};

function ReceiveDialog({ deliveries, onStarted, onClose }: ReceiveDialogProps) {
  const viewer = useViewer();
  const start = useMutation(api.baskets.start);
  const navigate = useNavigate();
  const { isSending, refusal, sending } = useSending();
  const count = deliveries.reduce((sum, { samples }) => sum + samples.length, 0);
  const words = STEP_TEXTS.acknowledgeTransfer.basket.start(countedSamples(count));
  const send = useSend();
  const isMounted = useIsMounted();
  const waitingId = deliveries.map(({ basketId }) => basketId).join();
  const startAll = async () => {
    let after: string | undefined;
    for (const { step, basketId, samples } of deliveries) {
      const sampleIds = samples.map(({ _id }) => _id);
      await start({ basketId, step, sampleIds, ...(after !== undefined && { after }) });
      after = basketId;
    }
  };
  const receive = async () => {
    const outcome = await sending(send({ id: waitingId, label: words }, startAll));
    if (!outcome?.ok || !isMounted()) return;
    onClose();
    onStarted?.();
    void navigate({ to: "/private/basket", search: { job: waitingId } });
  };
  const steps = [...new Set(deliveries.map(({ step }) => step))];
  const samplesOf = (step: ReceiptStep) =>
    deliveries.flatMap((delivery) => (delivery.step === step ? delivery.samples : []));
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      question={`${words}?`}
      explanation={
        deliveries.length > steps.length
          ? `In parts of ${MAX_BASKET}, one after another. You can stop at any time, and undo each part for one minute.`
          : "You can undo this for one minute. Each sample gets its own result."
      }
      error={refusal}
      waitingId={waitingId}
      confirm={
        <Button loading={isSending} onClick={() => void receive()}>
          {words}
        </Button>
      }
    >
      {steps.map((step) => (
        <section key={step} className="text-sm">
          <ul className="max-h-40 overflow-y-auto">
            {sendersOf(samplesOf(step)).map(({ from, asked, count }) => (
              <li key={`${from} ${asked ?? ""}`}>
                {countedSamples(count)} from <PersonName email={from} />
                {asked !== undefined && asked !== viewer.email && (
                  <>
                    {", for "}
                    <PersonName email={asked} />
                  </>
                )}
              </li>
            ))}
          </ul>
          <p className="mt-1 text-muted-foreground">{stepNote(step)}</p>
        </section>
      ))}
    </ConfirmDialog>
  );
}

/** Counts the samples by sender and person asked, largest count first. */
function sendersOf(samples: Delivery["samples"]) {
  const counts = new Map<string, { from: string; asked: string | undefined; count: number }>();
  for (const { samplmanag: from, inTransitTo, inReturnTo } of samples) {
    const asked = inTransitTo ?? inReturnTo;
    const key = `${from} ${asked ?? ""}`;
    counts.set(key, { from, asked, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((one, other) => other.count - one.count);
}
