import {
  MAX_STORED_QUERY,
  MAX_VIEW_STATE,
  viewState,
  type ViewState,
} from "#domain/samples/savedViews";
import { appError } from "./errors";
import type { TableQueryArgs } from "./tableQueries";

/**
 * Returns the parts of a URL's view state that a document stores.
 *
 * @param label name of the object, for the refusal
 * @throws FIELD_TOO_LONG beyond MAX_VIEW_STATE characters
 */
export function stateToStore(state: ViewState, label: string): ViewState {
  const stored = viewState(state);
  requireShort(Object.values(stored).join(""), MAX_VIEW_STATE, label);
  return stored;
}

/**
 * Validates the size of a stored query; batches read hundreds of such documents in one transaction.
 *
 * @throws FIELD_TOO_LONG beyond MAX_STORED_QUERY characters
 */
export function queryToStore(query: TableQueryArgs): TableQueryArgs {
  requireShort(JSON.stringify(query), MAX_STORED_QUERY, "Filters");
  return query;
}

function requireShort(text: string, max: number, label: string): void {
  if (text.length > max) throw appError("FIELD_TOO_LONG", { label, max });
}
