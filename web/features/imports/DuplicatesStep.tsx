import { Field } from "@/components/forms/Field";
import { Select } from "@/components/ui/select";
import { IMEI_POLICIES, SERIAL_POLICIES, type ImportPolicy } from "#domain/imports/importRows";
import { StepSection } from "./StepSection";

type DuplicatesStepProps = {
  policy: ImportPolicy;
  isDisabled: boolean;
  onChange: (policy: ImportPolicy) => void;
};

const SERIAL_LABELS: Record<ImportPolicy["serialNumber"], string> = {
  reject: "Refuse the row",
  skip: "Skip the row",
  update: "Update that sample",
};
const IMEI_LABELS: Record<ImportPolicy["imei"], string> = {
  reject: "Refuse the row",
  skip: "Skip the row",
  flag: "Import and flag it",
};

/** Asks how to treat rows whose identifiers belong to another sample, per kind of identifier. */
export function DuplicatesStep({ policy, isDisabled, onChange }: DuplicatesStepProps) {
  return (
    <StepSection
      title="Duplicates"
      note="A row identical to a registered sample counts as already there."
    >
      <div className="grid gap-4 sm:grid-cols-2 xl:max-w-3xl">
        <Field
          label="If a sample has the serial number"
          help="Updating follows the rules of Edit, and resets the sample to Registered."
        >
          {(control) => (
            <Select
              {...control}
              disabled={isDisabled}
              value={policy.serialNumber}
              onChange={({ target }) => {
                const serialNumber = SERIAL_POLICIES.find((each) => each === target.value);
                if (serialNumber) onChange({ ...policy, serialNumber });
              }}
            >
              {SERIAL_POLICIES.map((each) => (
                <option key={each} value={each}>
                  {SERIAL_LABELS[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label="If another sample has the IMEI"
          help="Applies to rows with a new serial number."
        >
          {(control) => (
            <Select
              {...control}
              disabled={isDisabled}
              value={policy.imei}
              onChange={({ target }) => {
                const imei = IMEI_POLICIES.find((each) => each === target.value);
                if (imei) onChange({ ...policy, imei });
              }}
            >
              {IMEI_POLICIES.map((each) => (
                <option key={each} value={each}>
                  {IMEI_LABELS[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </StepSection>
  );
}
