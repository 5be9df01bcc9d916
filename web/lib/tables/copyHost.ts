import type { ColumnDeclaration } from "../columns/columnDeclaration";
import type { Question, WorkerMessage } from "./copyMessages";
import type { FeedPosition, FeedServer } from "./feed";
import type { StoreRow } from "./rowStore";
import { TableCopy } from "./tableCopy";

type HostOptions<Row> = {
  readonly server: FeedServer<Row>;
  readonly columns: readonly ColumnDeclaration[];
  readonly send: (message: WorkerMessage<Row>) => void;
  /** Runs `task` after the messages that have already arrived: a task of the event loop. */
  readonly defer: (task: () => void) => void;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: (text: string) => void;
};

/**
 * The half of a copy that lives in a worker: it holds the rows, and answers the page's questions
 * between two slices of its other work. A question that is withdrawn before its turn costs nothing.
 */
export class CopyHost<Row extends StoreRow & { readonly status: string }> {
  readonly #options: HostOptions<Row>;
  readonly #copy: TableCopy<Row>;
  /** By their ids, in the order of their arrival. */
  readonly #waiting = new Map<number, Question>();
  #isScheduled = false;

  constructor(options: HostOptions<Row>) {
    const { server, columns, send, defer, sleep, log } = options;
    this.#options = options;
    this.#copy = new TableCopy<Row>({
      server,
      columns,
      onState: (state) => send({ kind: "state", state }),
      onChanges: (changes) => send({ kind: "changes", changes }),
      pause: () => new Promise(defer),
      sleep,
      log,
    });
  }

  follow(position: FeedPosition): void {
    this.#copy.follow(position);
  }

  ask(id: number, question: Question): void {
    this.#waiting.set(id, question);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#options.defer(() => {
      this.#isScheduled = false;
      this.#answerAll();
    });
  }

  withdraw(id: number): void {
    this.#waiting.delete(id);
  }

  #answerAll(): void {
    for (const [id, question] of [...this.#waiting]) {
      this.#waiting.delete(id);
      try {
        const { version } = this.#copy.state;
        const answer = { version, ...this.#answer(question) };
        this.#options.send({ kind: "answer", id, answer });
      } catch (error) {
        this.#options.send({ kind: "failure", id, message: String(error) });
      }
    }
  }

  #answer(question: Question): object {
    const { reader, table } = this.#copy;
    switch (question.kind) {
      case "window":
        return reader.window(question.view, question.from, question.before);
      case "ids":
        return { ids: reader.ids(question.view) };
      case "valueCounts":
        return { values: reader.valueCounts(question.view, question.field) };
      case "positionOf":
        return { position: reader.positionOf(question.view, question.id) };
      case "rowsOf":
        return { rows: question.ids.flatMap((id) => table.get(id) ?? []) };
    }
    return question satisfies never;
  }
}
