import { useRouter } from "@tanstack/react-router";
import { useCallback, useState } from "react";

/**
 * A screen's state, which its route's address holds, and how to change it. A screen is shown until the
 * next one has loaded: what it says then (a search, once typing has settled) would call the next one back,
 * and is not written.
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
