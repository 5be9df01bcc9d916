export type DecodeRequest = { readonly id: number; readonly image: ImageData };
/** `texts` is null when the browser cannot run the decoder. */
export type DecodeAnswer = { readonly id: number; readonly texts: readonly string[] | null };

type Waiting = {
  readonly resolve: (texts: readonly string[]) => void;
  readonly reject: (error: Error) => void;
};

/** Reads bar codes and QR codes in pictures, in a worker with WebAssembly served by this app. */
export class BarcodeDecoder {
  readonly #worker = new Worker(new URL("./decodeWorker.ts", import.meta.url), { type: "module" });
  readonly #waiting = new Map<number, Waiting>();
  #latest = 0;

  constructor() {
    this.#worker.addEventListener("message", ({ data }: MessageEvent<DecodeAnswer>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.texts === null) waiting?.reject(new Error("This browser cannot run the decoder"));
      else waiting?.resolve(data.texts);
    });
  }

  /**
   * Returns the texts of the codes in `image`, whose pixels the worker takes over.
   *
   * @throws Error when the browser cannot run the decoder
   */
  decode(image: ImageData): Promise<readonly string[]> {
    const id = ++this.#latest;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, image } satisfies DecodeRequest, [image.data.buffer]);
    });
  }

  /** Ends the worker. Pending questions get no answer. */
  close(): void {
    this.#worker.terminate();
  }
}
