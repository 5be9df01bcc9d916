import type { Page } from "playwright-core";

/** Fields of a sync protocol message that link answers to requests. */
type Message = { type: string; udfPath?: string; requestId?: number };

const read = (message: string | Buffer) => JSON.parse(String(message)) as Message;

/** Picks the answers to one mutation, on one socket, out of all server messages. */
class Answers {
  readonly #mutation: string;
  readonly #asked = new Set<number>();

  constructor(mutation: string) {
    this.#mutation = mutation;
  }

  onSent(message: string | Buffer): void {
    const { type, udfPath, requestId } = read(message);
    if (type === "Mutation" && udfPath === this.#mutation) this.#asked.add(requestId ?? -1);
  }

  isAnswer(message: string | Buffer): boolean {
    const { type, requestId } = read(message);
    return type === "MutationResponse" && this.#asked.has(requestId ?? -1);
  }
}

/**
 * Withholds all answers to a mutation but the first, so that a page that sends it repeatedly stays
 * after its first step. Call it before the page is opened.
 */
export async function holdAfterFirst(page: Page, mutation: string): Promise<void> {
  await page.routeWebSocket(/.*/, (socket) => {
    const server = socket.connectToServer();
    const answers = new Answers(mutation);
    let hasAnswered = false;
    socket.onMessage((message) => {
      answers.onSent(message);
      server.send(message);
    });
    server.onMessage((message) => {
      const isAnswer = answers.isAnswer(message);
      if (!isAnswer || !hasAnswered) socket.send(message);
      hasAnswered ||= isAnswer;
    });
  });
}

/** Resolves at the first answer to a mutation. Call it before the page is opened. */
export function firstAnswer(page: Page, mutation: string): Promise<void> {
  return new Promise((resolve) => {
    page.on("websocket", (socket) => {
      const answers = new Answers(mutation);
      socket.on("framesent", ({ payload }) => answers.onSent(payload));
      socket.on("framereceived", ({ payload }) => {
        if (answers.isAnswer(payload)) resolve();
      });
    });
  });
}
