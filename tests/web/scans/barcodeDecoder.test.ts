import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BarcodeDecoder } from "@/lib/barcodes/decoder";

class FakeWorker {
  static readonly started: FakeWorker[] = [];
  isEnded = false;
  readonly #listeners = new Map<string, (event: { data: unknown; message: string }) => void>();
  constructor() {
    FakeWorker.started.push(this);
  }
  addEventListener(kind: string, listener: (event: { data: unknown; message: string }) => void) {
    this.#listeners.set(kind, listener);
  }
  postMessage({ id }: { id: number }) {
    queueMicrotask(() => this.emit("message", { id, texts: ["R5CT01"] }));
  }
  terminate() {
    this.isEnded = true;
  }
  emit(kind: "message" | "error", data?: unknown) {
    this.#listeners.get(kind)?.({ data, message: "no WebAssembly" });
  }
}

const image = { data: { buffer: new ArrayBuffer(4) } } as unknown as ImageData;

beforeEach(() => {
  FakeWorker.started.length = 0;
  vi.stubGlobal("Worker", FakeWorker);
});
afterEach(() => vi.unstubAllGlobals());

test("a decoder whose worker does not load says so of every picture that waits", async () => {
  const decoder = new BarcodeDecoder();
  const decoded = decoder.decode(image);
  FakeWorker.started[0]?.emit("error");
  await expect(decoded).rejects.toThrow("This browser cannot run the decoder: no WebAssembly");
});

test("a decoder whose worker failed while nothing waited starts another for a picture", async () => {
  const decoder = new BarcodeDecoder();
  decoder.open();
  FakeWorker.started[0]?.emit("error");
  expect(await decoder.decode(image)).toEqual(["R5CT01"]);
  expect(FakeWorker.started.map(({ isEnded }) => isEnded)).toEqual([true, false]);
});

test("an error of a closed decoder's worker refuses no picture of the next one", async () => {
  const decoder = new BarcodeDecoder();
  decoder.open();
  decoder.close();
  const decoded = decoder.decode(image);
  FakeWorker.started[0]?.emit("error");
  expect(await decoded).toEqual(["R5CT01"]);
});

test("a decoder that was closed starts another worker for the next picture", async () => {
  const decoder = new BarcodeDecoder();
  expect(await decoder.decode(image)).toEqual(["R5CT01"]);
  decoder.close();
  expect(await decoder.decode(image)).toEqual(["R5CT01"]);
  expect(FakeWorker.started.map(({ isEnded }) => isEnded)).toEqual([true, false]);
});
