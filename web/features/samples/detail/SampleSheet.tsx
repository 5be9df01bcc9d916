import { CatchBoundary, Link, useNavigate } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { Maximize2 } from "lucide-react";
import {
  useEffect,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { CopyableId } from "@/components/CopyableId";
import { StatusChip } from "@/components/StatusChip";
import { drawFailure } from "@/components/pages/ErrorState";
import { DetailSkeleton } from "@/components/skeletons";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent, SheetDescription, SheetTitle } from "@/components/ui/sheet";
import { useIsMounted } from "@/hooks/useIsMounted";
import { OPENED_HERE } from "@/hooks/useWayBack";
import { isTaken, OWN_KEYS } from "@/lib/keys/isTaken";
import { returnFocus } from "@/lib/returnFocus";
import { openNeighbour } from "@/lib/rowWalk";
import { api } from "../../../../convex/_generated/api";
import { deviceName } from "#domain/samples/deviceName";
import { awaitsAnswerOf, type Actor } from "#domain/custody/workflow";
import { STEP_KEYS } from "@/components/sample/stepKeys";
import { possibleSteps, STEP_PATHS } from "@/components/sample/steps";
import { isReceipt, useReceive } from "@/components/sample/useReceive";
import { useShortcuts } from "@/hooks/keys/useShortcuts";
import { newTransactionId } from "@/lib/transactionId";
import { AbsentSample } from "./AbsentSample";
import { DetailActions } from "./DetailActions";
import { DetailSections } from "./DetailSections";
import type { Doc } from "../../../../convex/_generated/dataModel";

type SampleSheetProps = {
  /** From the address: any text. */
  sampleId: string;
  actor: Actor;
  timeline: ReactNode;
  onClose: () => void;
};

/**
 * A sheet with a sample's details and every step, above the screen that opened it. Enter opens the
 * full page, j and k the next and the previous sample of the list below, and steps have the keys of
 * the list; Escape closes the sheet and restores the focus.
 */
function OpenSheet({ sampleId, actor, timeline, onClose }: SampleSheetProps) {
  const sample = useQuery(api.samples.get, { sampleId });
  const [opener] = useState(() => document.activeElement);
  // Declining hands the sample back to its holder, and often ends the viewer's access to it.
  const [reversedId, setReversedId] = useState<string | null>(null);
  useEffect(() => {
    if (reversedId === sampleId && sample === null) onClose();
  }, [reversedId, sampleId, sample, onClose]);
  const waiting = useSheetKeys(sample ?? undefined, actor);
  const isMounted = useIsMounted();
  const closeDeleted = () => isMounted() && onClose(); // another sheet may be open by now
  const navigate = useNavigate();
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target, currentTarget } = event;
    const by = { j: 1, k: -1 }[key] as 1 | -1 | undefined;
    if (by !== undefined && !isTaken(event.nativeEvent, OWN_KEYS)) {
      openNeighbour(sampleId, by);
      return event.preventDefault();
    }
    const isOnSheet = target === currentTarget; // a focused button handles Enter itself
    if (key !== "Enter" || event.repeat || !isOnSheet) return;
    event.preventDefault();
    void navigate(pageLink(sampleId));
  };
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent
        className="w-full max-w-full gap-0 overflow-hidden p-0 outline-none focus-visible:ring-0 focus-visible:ring-offset-0 sm:w-[36rem]"
        data-own-keys
        onKeyDown={onKeyDown}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          (event.currentTarget as HTMLElement).focus();
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          returnFocus(document.querySelector("tr[data-cursor]") ?? opener);
        }}
      >
        <SheetDescription className="sr-only">Everything about this sample</SheetDescription>
        <Button
          asChild
          variant="ghost"
          size="icon"
          className="absolute right-12 top-3 size-8 text-muted-foreground"
        >
          <Link {...pageLink(sampleId)} aria-label="Open as a page" title="Open as a page (Enter)">
            <Maximize2 aria-hidden />
          </Link>
        </Button>
        {sample ? (
          <>
            <Heading
              sample={sample}
              actor={actor}
              onDeleted={closeDeleted}
              onReversed={() => setReversedId(sampleId)}
            />
            {waiting !== null && (
              <p role="status" className="border-b bg-accent px-5 py-2 text-sm font-medium">
                {waiting}
              </p>
            )}
            <div className="min-h-0 flex-1 overflow-y-auto">
              <div className="border-b p-5 [&>*]:border-0 [&>*]:p-0 [&>*]:shadow-none">
                {timeline}
              </div>
              <DetailSections sample={sample} isNarrow />
            </div>
          </>
        ) : (
          <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-5 pt-14">
            <SheetTitle className="sr-only">Sample</SheetTitle>
            {sample === null ? (
              <AbsentSample sampleId={sampleId} timeline={timeline} />
            ) : (
              <DetailSkeleton />
            )}
          </div>
        )}
      </SheetContent>
    </Sheet>
  );
}

type HeadingProps = ComponentProps<typeof DetailActions>;

/** Stays visible while the rest scrolls, with the possible next steps. */
function Heading({ sample, ...actions }: HeadingProps) {
  return (
    <header className="flex shrink-0 flex-col gap-3 border-b p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pr-16">
        <SheetTitle className="pr-0 text-lg">{deviceName(sample)}</SheetTitle>
        <StatusChip status={sample.status} />
        <div className="w-full">
          <CopyableId value={sample.serialNumber} label="serial number" />
        </div>
      </div>
      <DetailActions sample={sample} {...actions} />
    </header>
  );
}

const pageLink = (sampleId: string) =>
  ({ to: "/private/viewfs/$id", params: { id: sampleId }, state: OPENED_HERE }) as const;

/** The sheet has its own error boundary, so the screen below stays intact. */
export function SampleSheet(props: SampleSheetProps) {
  const { sampleId, onClose } = props;
  return (
    <CatchBoundary
      getResetKey={() => sampleId}
      errorComponent={(failure) => (
        <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
          <SheetContent className="w-full max-w-full sm:w-[36rem]">
            <SheetTitle>Sample</SheetTitle>
            <SheetDescription className="sr-only">It could not be shown</SheetDescription>
            {drawFailure(failure)}
          </SheetContent>
        </Sheet>
      )}
    >
      <OpenSheet {...props} />
    </CatchBoundary>
  );
}

/**
 * The step keys of a sheet: `t` opens the transfer form, `r` receives in place. `j` and `k` have
 * their own listener.
 *
 * @returns what the pressed key is about to do, unless another key follows; null: nothing
 */
function useSheetKeys(sample: Doc<"samples"> | undefined, actor: Actor): string | null {
  const navigate = useNavigate();
  const receive = useReceive();
  const [waiting, setWaiting] = useState<string | null>(null);
  useShortcuts((keys) => {
    if (keys === "j" || keys === "k") return "move";
    const own = STEP_KEYS.find(({ key }) => key === keys);
    if (own === undefined || sample === undefined) return null;
    const step = possibleSteps(sample, actor).find((each) => own.steps.includes(each));
    if (step === undefined) return null;
    const isInPlace = isReceipt(step) && awaitsAnswerOf(actor, sample);
    return {
      onWait: () => setWaiting(isInPlace ? "Receiving…" : own.opening),
      onCancel: () => setWaiting(null),
      run: () => {
        if (isReceipt(step) && isInPlace) void receive(step, sample, newTransactionId());
        else {
          void navigate({ to: STEP_PATHS[step], params: { id: sample._id }, state: OPENED_HERE });
        }
      },
    };
  }, "sheet");
  return waiting;
}
