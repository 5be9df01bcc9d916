import { useMutation } from "convex/react";
import { X } from "lucide-react";
import { useState } from "react";
import { Banner } from "@/components/Banner";
import { RefusalBanner } from "@/components/forms/RefusalBanner";
import { EmailPicker } from "@/components/forms/EmailPicker";
import { Person } from "@/components/sample/Person";
import { Button } from "@/components/ui/button";
import { Modal } from "@/components/ui/dialog";
import { useIsWaiting, useSend, useSending } from "@/hooks/useWaiting";
import { withdraw } from "@/lib/connection/waitingSteps";
import { api } from "../../../convex/_generated/api";
import { MESSAGES } from "#domain/common/messages";
import type { StockTake } from "./types";

const PARTS: Record<StockTake["people"][number]["part"], string> = {
  opener: "opened it",
  supervisor: "supervises who opened it",
  counted: "has these samples",
  helper: "helps",
};

/** Lists the participants of a stock-take, and adds helpers. */
export function HelpersDialog({
  stockTake,
  onClose,
}: {
  stockTake: StockTake;
  onClose: () => void;
}) {
  const share = useMutation(api.stockTakes.share);
  const unshare = useMutation(api.stockTakes.unshare);
  const [email, setEmail] = useState("");
  // Remounts the picker after each person, because it keeps its own text.
  const [picks, setPicks] = useState(0);
  const { isSending, refusal, sending } = useSending();
  const send = useSend();
  const waitingId = `share ${stockTake._id}`;
  const isWaiting = useIsWaiting(waitingId);
  const close = () => {
    withdraw(waitingId);
    onClose();
  };
  /** @returns whether it succeeded */
  const run = async (change: typeof share, person: string, label: string) => {
    const outcome = await sending(
      send({ id: waitingId, label }, () => change({ stockTakeId: stockTake._id, email: person })),
    );
    return outcome?.ok === true;
  };
  const add = async () => {
    if (!(await run(share, email, `Share “${stockTake.name}”`))) return;
    setEmail("");
    setPicks((count) => count + 1);
  };
  const remove = (person: string) => run(unshare, person, `Stop sharing “${stockTake.name}”`);
  return (
    <Modal
      onClose={close}
      title={`Share “${stockTake.name}”`}
      description="Helpers scan the same shelf and see what should be there and who holds it. Admins always can."
    >
      <ul aria-label="People" className="divide-y rounded-lg border text-sm">
        {stockTake.people.map(({ email: person, part }) => (
          <li key={person} className="flex min-h-11 items-center gap-3 px-3 py-1">
            <span className="min-w-0 flex-1">
              <Person email={person} />
            </span>
            <span className="text-xs text-muted-foreground">{PARTS[part]}</span>
            {part === "helper" && (
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Remove ${person}`}
                disabled={isSending}
                onClick={() => void remove(person)}
              >
                <X aria-hidden />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isWaiting && <Banner tone="warning">{MESSAGES.waitsForNetwork}</Banner>}
      <RefusalBanner message={refusal} />
      <form
        className="flex flex-col gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (email !== "") void add();
        }}
      >
        <EmailPicker
          key={picks}
          controller={{
            field: {
              value: email,
              onChange: setEmail,
              onBlur: () => undefined,
              ref: () => undefined,
            },
            fieldState: {},
          }}
          label="Who helps"
          help="They will find it under Stock-take."
          purpose="transfer"
          holder=""
        />
        <div className="flex justify-end gap-2">
          {isWaiting && (
            <Button variant="outline" onClick={() => withdraw(waitingId)}>
              {MESSAGES.withdraw}
            </Button>
          )}
          <Button type="submit" disabled={email === ""} loading={isSending}>
            Add
          </Button>
        </div>
      </form>
    </Modal>
  );
}
