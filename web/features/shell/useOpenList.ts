import { useLocation } from "@tanstack/react-router";
import { STEP_PATHS } from "@/components/sample/steps";
import { LIST_NAMES, LISTS, listForStep } from "#domain/samples/lists";
import { HAND_OVER_STEPS } from "#domain/custody/workflow";

/** The path of the list that the current screen belongs to. */
export function useOpenList(): string | null {
  return useLocation({ select: ({ pathname }) => listAt(pathname) });
}

/** The list at a path: the list itself, or the list of the step whose form it is. */
export function listAt(pathname: string): string | null {
  const step = HAND_OVER_STEPS.find((each) =>
    pathname.startsWith(STEP_PATHS[each].replace("$id", "")),
  );
  if (step !== undefined) return LISTS[listForStep(step)].path;
  return LIST_NAMES.some((name) => LISTS[name].path === pathname) ? pathname : null;
}
