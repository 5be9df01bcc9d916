import { useNavigate } from "@tanstack/react-router";
import { useMutation } from "convex/react";
import { ClipboardCheck } from "lucide-react";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { serverQuery } from "@/components/data-table/filters/serverQuery";
import { NameDialog } from "@/components/NameDialog";
import { Button } from "@/components/ui/button";
import { useIsMounted } from "@/hooks/useIsMounted";
import { useSend } from "@/hooks/useWaiting";
import { showRefusal } from "@/lib/showRefusal";
import type { ScopeChoice } from "@/lib/tables/sampleStore";
import { api } from "../../../convex/_generated/api";
import { viewState } from "../../../domain/savedViews";
import { MAX_STOCK_TAKE_NAME } from "../../../domain/stockTake";
import type { TableQuery } from "../../../domain/tableFilters";

type StockTakeButtonProps = {
  choice: Exclude<ScopeChoice, "addressed" | "overdue">;
  /** The filters on show. */
  query: TableQuery;
  /** The same as the address has them. */
  state: Readonly<Record<string, unknown>>;
};

/** Opens a stock-take of what the filters of a list show. */
export function StockTakeButton(props: StockTakeButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        aria-label="Stock-take of these"
        title="Stock-take of these"
        onClick={() => setAsking(true)}
      >
        <ClipboardCheck aria-hidden />
        Stock-take
      </Button>
      {isAsking && <StockTakeOfThese {...props} onClose={() => setAsking(false)} />}
    </>
  );
}

function StockTakeOfThese({
  choice,
  query,
  state,
  onClose,
}: StockTakeButtonProps & { onClose: () => void }) {
  const open = useMutation(api.stockTakes.open);
  const navigate = useNavigate();
  const sendStep = useSend();
  const isMounted = useIsMounted();
  const waitingId = useId();
  const form = useForm({ defaultValues: { name: "" } });
  const { errors, isSubmitting } = form.formState;
  const send = form.handleSubmit(async ({ name }) => {
    const filters = { scope: choice, state: viewState(state), query: serverQuery(query) };
    const step = { id: waitingId, label: `Open “${name}”` };
    const outcome = await sendStep(step, () =>
      open({ name, target: { kind: "filter", ...filters } }),
    );
    if (outcome?.ok === false) return showRefusal(form, outcome, "name");
    if (outcome === null || !isMounted()) return;
    onClose();
    void navigate({ to: "/private/stocktake/$id", params: { id: outcome.value } });
  });
  return (
    <NameDialog
      title="Stock-take of these"
      description="The samples that the filters show now and that somebody has at hand: Registered or In Use."
      name={form.register("name")}
      maxLength={MAX_STOCK_TAKE_NAME}
      submit="Open"
      waitingId={waitingId}
      onSubmit={send}
      errors={errors}
      isSubmitting={isSubmitting}
      onClose={onClose}
    />
  );
}
