import { workerFault } from "../workerFaults";

export type DecodeRequest = { readonly id: number; readonly image: ImageData };
export type DecodeAnswer = { readonly id: number } & (
  | { readonly texts: readonly string[] }
  /** Why the browser cannot run the decoder. */
  | { readonly fault: string }
);

type Waiting = {
  readonly resolve: (texts: readonly string[]) => void;
  readonly reject: (error: Error) => void;
};

/** Reads bar codes and QR codes in pictures, in a worker with WebAssembly served by this app. */
export class BarcodeDecoder {
  #worker: Worker | null = null;
  readonly #waiting = new Map<number, Waiting>();
  #latest = 0;

  /** Starts the worker before the first picture, so that it loads while the camera starts. */
  open(): void {
    this.#worker ??= this.#start();
  }

  /**
   * Returns the texts of the codes in `image`, whose pixel buffer is transferred to the worker.
   *
   * @throws Error when the browser cannot run the decoder
   */
  decode(image: ImageData): Promise<readonly string[]> {
    const worker = (this.#worker ??= this.#start());
    const id = ++this.#latest;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, image } satisfies DecodeRequest, [image.data.buffer]);
    });
  }

  /** Terminates the worker. Pending calls get no answer; the next one starts a new worker. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#waiting.clear();
  }

  #start(): Worker {
    const worker = new Worker(new URL("./decodeWorker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<DecodeAnswer>) => {
      if ("fault" in data) this.#fail(data.id, data.fault);
      else this.#take(data.id)?.resolve(data.texts);
    });
    worker.addEventListener("error", (event) => {
      if (this.#worker !== worker) return; // closed meanwhile
      for (const id of [...this.#waiting.keys()]) this.#fail(id, workerFault(event));
      this.close(); // it may never answer again: the next picture starts another worker
    });
    return worker;
  }

  #fail(id: number, fault: string): void {
    this.#take(id)?.reject(new Error(`This browser cannot run the decoder: ${fault}`));
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }
}
