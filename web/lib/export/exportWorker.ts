import { throwRejections } from "../workerFaults";
import { exportHost } from "./exportHost";
import type { ExportAnswer, ExportRequest } from "./exportMessages";

/** The worker that writes one file; `writeFile` starts it. */
const page = self as unknown as {
  postMessage(answer: ExportAnswer): void;
  addEventListener(kind: "message", listener: (event: MessageEvent<ExportRequest>) => void): void;
};
const answerTo = exportHost();
throwRejections();

page.addEventListener("message", ({ data }) => {
  void answerTo(data).then((answer) => page.postMessage(answer));
});
