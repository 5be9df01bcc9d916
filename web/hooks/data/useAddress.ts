import { useRouter } from "@tanstack/react-router";
import { useCallback, useState } from "react";

/**
 * Keeps a screen's state in its route's address, like `useState`.
 *
 * The old screen stays mounted until the next one has loaded. State that it writes meanwhile (a
 * debounced search, say) would navigate back, so it is dropped.
 *
 * @param state the route's `useSearch`
 * @param navigate the route's `useNavigate`
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
