import { useNameOf } from "@/hooks/usePeople";
import { describeInFull, describeRecord, type DescribedRecord } from "./describeRecord";

const peopleOf = ({ email, onBehalfOf, recipient, lastmanag }: DescribedRecord) =>
  [email, onBehalfOf, recipient, lastmanag] as const;

/** Says what a record records, with people's names; their addresses are its title. */
export function RecordSentence({ record }: { record: DescribedRecord }) {
  const nameOf = useNameOf(...peopleOf(record));
  return (
    <span title={describeRecord(record, (email) => email)}>{describeRecord(record, nameOf)}</span>
  );
}

/** The record's action in one word or two, with its sentence on hover. */
export function RecordAction({ record }: { record: DescribedRecord & { action: string } }) {
  const nameOf = useNameOf(...peopleOf(record));
  return <span title={describeInFull(record, nameOf)}>{record.action}</span>;
}
