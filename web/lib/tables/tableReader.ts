import type { ColumnTable } from "../columns/columnTable";
import type { Matches } from "../columns/matches";
import { indexSamples } from "../map/indexSamples";
import type { ClusterIndex } from "../map/clusterIndex";
import type { Answers, AnswerTo, Question, QuestionKind, StoreRow, TableView } from "./rowStore";

/**
 * Number of views whose matches are cached: a table's, and those of a sheet or a filter next to it.
 */
const MAX_REMEMBERED = 4;

/**
 * Answers questions about views of a table. Questions about the same view share its matches and its
 * sort, so scrolling costs only the rows of a window.
 */
export class TableReader<Row extends StoreRow> {
  readonly #table: ColumnTable<Row>;
  /** By search, filters and base; least recently used first. */
  readonly #remembered = new Map<string, Matches<Row>>();
  readonly #clusters = new WeakMap<Matches<Row>, ClusterIndex>();

  constructor(table: ColumnTable<Row>) {
    this.#table = table;
  }

  readonly #answers: Answers<Row, QuestionKind> = {
    window: ({ view, from, before }) => {
      const matches = this.#matches(view);
      return { total: matches.total, rows: matches.rows(view.sort, from, before) };
    },
    ids: ({ view }) => ({ ids: this.#matches(view).ids(view.sort) }),
    valueCounts: ({ view, field }) => ({ values: this.#matches(view).valueCounts(field) }),
    positionOf: ({ view, id }) => ({ position: this.#matches(view).positionOf(view.sort, id) }),
    rowsOf: ({ ids }) => ({ rows: ids.flatMap((id) => this.#table.get(id) ?? []) }),
    mapped: ({ view, area }) => {
      const { total } = this.#matches(view);
      const index = this.#index(view);
      const { located, extent } = index;
      return { clusters: index.clusters(area), located, extent, total };
    },
    places: ({ view, from, before }) => {
      const index = this.#index(view);
      return { total: index.placeCount, places: index.places(from, before) };
    },
  };

  /** Call it after each change of the table. */
  forget(): void {
    this.#remembered.clear();
  }

  answer<Kind extends QuestionKind>(question: Question<Kind>): AnswerTo<Row, Kind> {
    return this.#answers[question.kind](question);
  }

  #index(view: TableView): ClusterIndex {
    const matches = this.#matches(view);
    let index = this.#clusters.get(matches);
    if (index === undefined) this.#clusters.set(matches, (index = indexSamples(matches)));
    return index;
  }

  #matches({ query, base }: TableView): Matches<Row> {
    const key = JSON.stringify([query, base]);
    const matches = this.#remembered.get(key) ?? this.#table.find(query, base);
    this.#remembered.delete(key);
    this.#remembered.set(key, matches);
    if (this.#remembered.size > MAX_REMEMBERED) {
      for (const oldest of this.#remembered.keys()) {
        this.#remembered.delete(oldest);
        break;
      }
    }
    return matches;
  }
}
