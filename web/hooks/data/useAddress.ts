import { useRouter } from "@tanstack/react-router";
import { useCallback, useState } from "react";

/**
 * Keeps a screen's state in its route's address. Answers the state and the function that changes
 * it.
 *
 * The old screen stays mounted until the next one has loaded. State that it writes meanwhile (a
 * search, once typing has settled) would navigate back, and is dropped.
 *
 * @param state of the route's `useSearch`
 * @param navigate of the route's `useNavigate`
 */
export function useAddress<State>(
  state: State,
  navigate: (to: { search: NoInfer<State>; replace: true }) => unknown,
) {
  const { history } = useRouter();
  const [own] = useState(() => history.location.pathname);
  const setState = useCallback(
    (search: State) => {
      if (history.location.pathname === own) void navigate({ search, replace: true });
    },
    [history, own, navigate],
  );
  return [state, setState] as const;
}
