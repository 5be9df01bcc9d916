import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Group, GroupKind } from "#domain/samples/trends";
import { PersonName } from "@/components/sample/Person";
import { SegmentedControl } from "@/components/forms/SegmentedControl";
import { Suggest } from "@/components/forms/Suggest";
import { Select } from "@/components/ui/select";
import { TYPING_PAUSE_MS, useDebouncedValue } from "@/hooks/useDebouncedValue";
import { useNameOf, usePerson } from "@/hooks/data/usePeople";
import { useViewer } from "@/hooks/data/useViewer";
import { KIND_LABELS, KINDS_OF_ROLE } from "./trendGroup";

type GroupChooserProps = {
  group: Group;
  onGroup: (group: Group) => void;
  /** The day whose teams and countries are offered. */
  yesterday: number;
};

/** Chooses the group whose trend is shown, among those that the viewer's role may read. */
export function GroupChooser({ group, onGroup, yesterday }: GroupChooserProps) {
  const { email, role } = useViewer();
  const groups = useQuery(api.trends.groups, role === "admin" ? { day: yesterday } : "skip");
  const kinds = KINDS_OF_ROLE[role];
  if (kinds.length < 2) return null;

  const first: Readonly<Record<GroupKind, string | undefined>> = {
    company: "",
    team: role === "admin" ? groups?.teams[0] : email,
    country: groups?.countries[0],
    person: email,
  };
  const offered = kinds.filter((kind) => first[kind] !== undefined || kind === group.kind);
  const keys = { team: groups?.teams, country: groups?.countries }[group.kind as "team"];
  return (
    <div className="flex w-full flex-wrap items-center gap-2 sm:w-auto">
      {keys && <KeySelect group={group} keys={keys} onGroup={onGroup} />}
      {group.kind === "person" && <PersonChooser key={group.key} group={group} onGroup={onGroup} />}
      <SegmentedControl
        label="Whose figures"
        options={offered.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))}
        current={group.kind}
        onChange={(kind) => onGroup({ kind, key: first[kind] ?? "" })}
      />
    </div>
  );
}

type KeySelectProps = Pick<GroupChooserProps, "group" | "onGroup"> & { keys: readonly string[] };

function KeySelect({ group, keys, onGroup }: KeySelectProps) {
  const known = keys.includes(group.key) ? keys : [group.key, ...keys];
  const isTeam = group.kind === "team";
  const nameOf = useNameOf(...(isTeam ? known : []));
  return (
    <Select
      aria-label={KIND_LABELS[group.kind]}
      className="w-full sm:w-48"
      value={group.key}
      onChange={(event) => onGroup({ ...group, key: event.target.value })}
    >
      {known.map((key) => (
        <option key={key} value={key}>
          {isTeam ? nameOf(key) : key}
        </option>
      ))}
    </Select>
  );
}

function PersonChooser({ group, onGroup }: Pick<GroupChooserProps, "group" | "onGroup">) {
  const { email } = useViewer();
  const { name } = usePerson(group.key);
  const [typed, setTyped] = useState<string | null>(null);
  const search = useDebouncedValue((typed ?? "").trim(), TYPING_PAUSE_MS);
  const found = useQuery(api.dashboard.findColleagues, search === "" ? "skip" : { search });
  const people = [email, ...(found ?? []).map((person) => person.email)];
  return (
    <div className="w-full sm:w-56">
      <Suggest
        control={{
          id: "trend-person",
          "aria-describedby": undefined,
          "aria-invalid": undefined,
          "aria-label": "Person",
        }}
        inputRef={null}
        label="People"
        text={typed ?? name}
        onText={setTyped}
        onPick={(key) => onGroup({ kind: "person", key })}
        onBlur={() => setTyped(null)}
        picked={typed === null ? group.key : null}
        title={typed === null ? group.key : undefined}
        placeholder="Search people..."
        suggestions={people.map((each) => ({
          value: each,
          content: each === email ? "You" : <PersonName email={each} />,
        }))}
      />
    </div>
  );
}
