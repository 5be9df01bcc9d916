import { useMutation } from "convex/react";
import { toast } from "sonner";
import { serverQuery } from "@/components/data-table/filters/serverQuery";
import { Field } from "@/components/forms/Field";
import { NameDialog, useNameForm } from "@/components/NameDialog";
import { Select } from "@/components/ui/select";
import { attempt } from "@/lib/connection/attempt";
import type { ScopeChoice } from "@/lib/tables/sampleStore";
import { api } from "../../../../convex/_generated/api";
import { viewState } from "#domain/samples/savedViews";
import {
  FREQUENCIES,
  FREQUENCY_LABELS,
  MAX_SCHEDULE_NAME,
  type Frequency,
} from "#domain/reports/scheduledReports";
import type { TableQuery } from "#domain/tables/tableFilters";
import type { ReportState } from "./reportSearch";

export type ScheduleDialogProps = {
  choice: Exclude<ScopeChoice, "addressed" | "overdue">;
  query: TableQuery;
  state: ReportState;
  onClose: () => void;
};

const DEFAULTS: { name: string; frequency: Frequency } = { name: "", frequency: "weekly" };

/** Asks for the name of a report and how often it is mailed to the viewer. */
export function ScheduleDialog({ choice, query, state, onClose }: ScheduleDialogProps) {
  const create = useMutation(api.reports.create);
  const { form, dialog } = useNameForm(DEFAULTS, async (typed) => {
    const report = { scope: choice, state: viewState(state), query: serverQuery(query) };
    const outcome = await attempt(create({ ...typed, ...report }));
    if (!outcome.ok) return outcome;
    toast.success("The report is scheduled");
    onClose();
    return null;
  });
  return (
    <NameDialog
      title="Send by mail"
      description="Sends you the samples that match these filters at 06:00 UTC, as a file of up to 5 MB and a link to the report."
      form={dialog}
      maxLength={MAX_SCHEDULE_NAME}
      submit="Schedule"
      onClose={onClose}
    >
      <Field label="How often">
        {(control) => (
          <Select {...control} {...form.register("frequency")}>
            {FREQUENCIES.map((each) => (
              <option key={each} value={each}>
                {FREQUENCY_LABELS[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </NameDialog>
  );
}
