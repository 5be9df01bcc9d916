import { useState, type ReactNode } from "react";
import type { FunctionReturnType } from "convex/server";
import { Banner } from "@/components/Banner";
import { useNotice, type Entry } from "@/components/entries/useEntryEditor";
import { RefusalBanner } from "@/components/forms/RefusalBanner";
import { EntryList } from "@/components/entries/EntryList";
import { FoldedOnPhone } from "@/components/pages/FoldedOnPhone";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { usePeopleSearch } from "@/hooks/data/usePeopleSearch";
import { useSending } from "@/hooks/useWaiting";
import { attempt } from "@/lib/connection/attempt";
import { cn } from "@/lib/utils";
import type { api } from "../../../convex/_generated/api";

type Action = {
  label: string;
  success: string;
  isRemoval?: true;
  run: (email: string) => Promise<unknown>;
};

type ListedPeopleCardProps = {
  title: string;
  description: string;
  /** Heading of the list of entries: "Supervisor". */
  listLabel: string;
  listed: readonly ListedPerson[] | undefined;
  add: Action;
  remove: Action;
};

/** A list of people, which a phone shows as one row until it is pressed. */
export function ListedPeopleCard(props: ListedPeopleCardProps) {
  return (
    <FoldedOnPhone title={props.title} summary={namesOf(props.listed)}>
      <ListEditor {...props} />
    </FoldedOnPhone>
  );
}

/** Two lists side by side: users, to add, and entries, to delete. */
function ListEditor({ title, description, ...props }: ListedPeopleCardProps) {
  const { listLabel, listed, add, remove } = props;
  const [search, setSearch] = useState("");
  const { people } = usePeopleSearch(search, { purpose: "transfer", holder: "" });
  return (
    <Card className="w-full max-w-[760px]">
      <header className="flex flex-col gap-1 border-b px-5 py-4">
        <h2 className="text-base font-semibold tracking-tight">{title}</h2>
        <p className="text-sm text-muted-foreground">{description}</p>
      </header>
      <div className="grid gap-6 p-5 sm:grid-cols-2">
        <PickOne
          label="Users"
          action={add}
          entries={people.map((person) => entryOf(person.email, person.displayName))}
          search={
            <Input
              type="search"
              aria-label={`Search users for ${listLabel}`}
              placeholder="Search by name or e-mail"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          }
        />
        <PickOne
          label={listLabel}
          action={remove}
          entries={listed?.map((person) => {
            const entry = entryOf(person.email, person.displayName);
            const role = listedNote(person);
            return { ...entry, note: entry.note ? `${entry.note}, ${role}` : role };
          })}
        />
      </div>
    </Card>
  );
}

/** Returns the names on a list, for example `Ingrid Vogel, Marcos Andrade`. */
function namesOf(listed: readonly ListedPerson[] | undefined): string {
  if (listed === undefined) return "\u00a0"; // keeps the line's height while it loads
  return listed.map(({ displayName, email }) => displayName ?? email).join(", ") || "No one yet";
}

const entryOf = (email: string, displayName: string | null): Entry => ({
  id: email,
  value: displayName ?? email,
  ...(displayName !== null && { note: email }),
});

type PickOneProps = {
  label: string;
  action: Action;
  entries: readonly Entry[] | undefined;
  search?: ReactNode;
};

/** A list of people to pick from, with the button that acts on the picked one. */
function PickOne({ label, action, entries, search }: PickOneProps) {
  const [pickedId, setPickedId] = useState<string>();
  const { isSending, refusal, setRefusal, sending } = useSending();
  const [notice, showNotice] = useNotice();
  const picked = entries?.find(({ id }) => id === pickedId);

  const run = async () => {
    const outcome = await sending(attempt(action.run(picked?.id ?? "")));
    if (!outcome.ok) return;
    setPickedId(undefined);
    showNotice(action.success);
  };
  return (
    <section aria-label={label} className="flex min-w-0 flex-col gap-3">
      <h3 className="text-sm font-semibold">{label}</h3>
      {search}
      <div className="rounded-md border">
        <EntryList
          label={label}
          entries={entries}
          pickedId={picked?.id}
          onPick={({ id }) => {
            setPickedId(id);
            setRefusal(null);
          }}
        />
      </div>
      <RefusalBanner message={refusal} />
      <div aria-live="polite" className="empty:hidden">
        {notice && <Banner tone="success">{notice}</Banner>}
      </div>
      {/* Quiet until a person is picked: the page's first button is the form's own. */}
      <Button
        variant={picked === undefined ? "outline" : action.isRemoval ? "destructive" : "default"}
        loading={isSending}
        onClick={() => void run()}
        className={cn(
          "mt-auto self-start",
          picked === undefined && action.isRemoval && "text-destructive",
        )}
      >
        {action.label}
      </Button>
    </section>
  );
}

/** An entry of the supervisor or the admin list. */
export type ListedPerson = FunctionReturnType<typeof api.supervisors.list>[number];

/** Describes the person behind a listed address, so that a typing error is noticed. */
export function listedNote({ role, maySupervise }: ListedPerson): string {
  if (role === null) return "no account";
  if (maySupervise) return role;
  return role === "user" ? "user, may not supervise" : `${role}, may not sign in`;
}
