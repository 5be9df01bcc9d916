import { Link } from "@tanstack/react-router";
import { Ban, Ellipsis, SquareArrowOutUpRight } from "lucide-react";
import { useState, type ReactNode } from "react";
import { ReceiveButton } from "@/components/sample/ReceiveButton";
import { ReversalDialog } from "@/components/sample/ReversalDialog";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { InboxItem } from "@/hooks/data/useInbox";
import { useViewer } from "@/hooks/data/useViewer";
import { OPENED_HERE } from "@/hooks/useWayBack";
import { deviceName } from "#domain/samples/deviceName";
import { STEP_TEXTS } from "#domain/custody/stepTexts";
import { INBOX_KINDS } from "./inboxKinds";

type AnswerButtonsProps = {
  item: InboxItem;
  /** Called when the row navigates to another screen. */
  onOpen?: (() => void) | undefined;
  /** The items of a menu; undefined: no menu. */
  more?: ReactNode;
  /** Decline is a word; otherwise a symbol. */
  hasRoom?: boolean;
};

/**
 * Buttons to answer a request: a menu if the screen has more to offer, Decline with its reason, and
 * Receive with one press. A loss opens its form, which shows what happened.
 */
export function AnswerButtons({ item, onOpen, more, hasRoom = false }: AnswerButtonsProps) {
  const { to, action } = INBOX_KINDS[item.kind];
  const { sampleId, serialNumber } = item;
  const name = `${deviceName(item)} ${serialNumber}`;
  if (item.kind === "lost") {
    return (
      <Button asChild size="sm">
        <Link
          to={to}
          params={{ id: sampleId }}
          state={OPENED_HERE}
          onClick={() => onOpen?.()}
          aria-label={`${action} ${name}`}
        >
          {action}
        </Link>
      </Button>
    );
  }
  return (
    <>
      <OtherAnswers item={item} kind={item.kind} onOpen={onOpen} more={more} hasRoom={hasRoom} />
      <ReceiveButton
        step={item.kind === "transfer" ? "acknowledgeTransfer" : "acknowledgeReturn"}
        sample={{ _id: sampleId, ...item }}
        label={`${action} ${name}`}
        size="sm"
        // On the narrowest phones, the other person's name needs the room of the icon.
        className="max-[379px]:px-2.5"
        iconClassName="max-[379px]:hidden"
      />
    </>
  );
}

type OtherAnswersProps = AnswerButtonsProps & { kind: "transfer" | "return" };

function OtherAnswers({ item, kind, onOpen, more, hasRoom }: OtherAnswersProps) {
  const [isDeclining, setIsDeclining] = useState(false);
  const { sampleId, serialNumber } = item;
  const decline = STEP_TEXTS.declineTransfer.button;
  return (
    <>
      {more && (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button size="icon-sm" variant="ghost" aria-label={`More for ${serialNumber}`}>
              <Ellipsis aria-hidden />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            <DropdownMenuItem asChild>
              <Link
                to={INBOX_KINDS[kind].to}
                params={{ id: sampleId }}
                state={OPENED_HERE}
                onClick={() => onOpen?.()}
              >
                <SquareArrowOutUpRight aria-hidden />
                Open the form
              </Link>
            </DropdownMenuItem>
            {more}
          </DropdownMenuContent>
        </DropdownMenu>
      )}
      <Button
        size={hasRoom ? "sm" : "icon-sm"}
        variant="ghost"
        aria-label={`${decline} ${serialNumber}`}
        title={decline}
        onClick={() => setIsDeclining(true)}
      >
        {hasRoom ? decline : <Ban aria-hidden />}
      </Button>
      {isDeclining && (
        <DeclineDialog item={item} kind={kind} onClose={() => setIsDeclining(false)} />
      )}
    </>
  );
}

type DeclineDialogProps = {
  item: InboxItem;
  kind: "transfer" | "return";
  onClose: () => void;
};

/** The inbox item contains enough of the sample's custody: the person whose answer is awaited. */
function DeclineDialog({ item, kind, onClose }: DeclineDialogProps) {
  const viewer = useViewer();
  const { sampleId: _id, brand, model, serialNumber, from: samplmanag } = item;
  const asked = item.onBehalfOf ?? viewer.email;
  const pending =
    kind === "transfer"
      ? { status: "In Transit" as const, inTransitTo: asked }
      : { status: "In Return" as const, inReturnTo: asked };
  return (
    <ReversalDialog
      step={kind === "transfer" ? "declineTransfer" : "declineReturn"}
      sample={{ _id, brand, model, serialNumber, samplmanag, ...pending }}
      actor={viewer}
      onClose={onClose}
    />
  );
}
