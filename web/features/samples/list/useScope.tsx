import { useQuery } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import type { ListName } from "#domain/samples/lists";
import type { Role } from "#domain/custody/workflow";
import type { ListState } from "./listSearch";
import { ScopeTabs } from "./ScopeTabs";
import { exactCount, scopeTabs } from "./tabsOfScope";

type ScopeOptions<State extends ListState> = {
  list: ListName;
  role: Role;
  state: State;
  onStateChange: (state: State) => void;
};

/** The part of a list that the address names, its number of samples, and the tabs to change it. */
export function useScope<State extends ListState>(options: ScopeOptions<State>) {
  const { list, role, state, onStateChange } = options;
  const tabs = scopeTabs(list, role);
  const choice = tabs.find((tab) => tab.choice === state.scope)?.choice ?? "everything";
  const counts = useQuery(api.samples.counts, { list });
  return {
    choice,
    counted: exactCount(choice, counts),
    tabs: (
      <ScopeTabs
        tabs={tabs}
        counts={counts}
        current={choice}
        onChange={(next) =>
          onStateChange({ ...state, scope: next === "everything" ? undefined : next })
        }
      />
    ),
  };
}
