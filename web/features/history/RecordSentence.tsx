import { useNameOf } from "@/hooks/data/usePeople";
import { describeInFull, describeRecord, type DescribedRecord } from "./describeRecord";

const peopleOf = ({ email, onBehalfOf, recipient, lastmanag }: DescribedRecord) =>
  [email, onBehalfOf, recipient, lastmanag] as const;

/** Describes a record in a sentence with people's names; the title has their addresses. */
export function RecordSentence({ record }: { record: DescribedRecord }) {
  const nameOf = useNameOf(...peopleOf(record));
  return (
    <span title={describeRecord(record, (email) => email)}>{describeRecord(record, nameOf)}</span>
  );
}

type RecordActionProps = { record: DescribedRecord & { isUndone?: true | undefined } };

/**
 * The record's action in one or two words, with the sentence on hover; struck through if undone.
 */
export function RecordAction({ record }: RecordActionProps) {
  const nameOf = useNameOf(...peopleOf(record));
  const title = describeInFull(record, nameOf);
  if (!record.isUndone) return <span title={title}>{record.action}</span>;
  return (
    <span title={title} className="text-muted-foreground">
      <s>{record.action}</s> <span className="text-xs">undone</span>
    </span>
  );
}
