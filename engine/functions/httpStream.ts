import { runIsolated } from "./isolation";
import type { Execution } from "./execution";

/**
 * Returns `response` with a body that runs the function's stream code in its caller's turns,
 * isolated as the function, and only when the client reads. When the client disconnects, the
 * function's stream is cancelled. When the body ends, `run` is closed: the function's code can no
 * longer call the deployment.
 *
 *     client reads a chunk       a turn of the event loop    the function's `pull`, its queries
 *     client stops reading       no chunk is requested       the function waits
 *     client disconnects         cancel                      the function's next syscall fails
 */
export function inTurns(response: Response, run: Execution): Response {
  const close = () => {
    run.close();
    if (run.watched) run.services.watchdog?.ended(run.watched);
  };
  if (response.body === null) {
    close();
    return response;
  }
  const reader = response.body.getReader();
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await run.turn();
        try {
          const { done, value } = await runIsolated(run, () => reader.read());
          if (isCancelled) return;
          if (!done) return controller.enqueue(value);
          controller.close();
          close();
        } catch (error) {
          close();
          throw error;
        }
      },
      async cancel(reason) {
        isCancelled = true;
        await runIsolated(run, () => reader.cancel(reason)).finally(close);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, response);
}
