import { setImmediate } from "node:timers";
import { setImmediate as turnOfLoop } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ClientGone } from "../../../engine/functions/errors";
import type { Caller } from "../../../engine/functions/types";
import { person, TestDeployment } from "../support/testDeployment";

let app: TestDeployment;
beforeAll(async () => {
  app = await TestDeployment.open();
});
afterAll(() => app.close());

/** Counts turns of the event loop during `work`. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work;
  isDone = true;
  return turns;
}

const pages = (caller: Caller, count: number) =>
  app.action("slow:worksPageByPage", { pages: count, cpuMs: 0 }, caller);

describe("an action", () => {
  test("an action yields the thread before and after each of its queries", async () => {
    expect(await turnsDuring(pages(person("ana"), 20))).toBeGreaterThanOrEqual(40);
  });

  test("another caller does not wait for all queries that one caller's action requests", async () => {
    let queries = 0;
    const unsubscribe = app.deployment.logs.subscribe(() => (queries += 1));
    const action = app.action("slow:worksTogether", { queries: 20, cpuMs: 1 }, person("ana"));
    while (queries < 2) await turnOfLoop();
    await app.deployment.functions.nextTurn(person("bruno"));
    expect(queries).toBeLessThan(5);
    await action;
    unsubscribe();
  });
});

test("a call whose client has disconnected does not use its turn", async () => {
  const { functions } = app.deployment;
  await expect(functions.nextTurn(person("ana"), () => true)).rejects.toThrow(ClientGone);
});

describe("a streamed response", () => {
  const stream = async (last: number) => {
    const request = new Request(`http://site.test/numbers?last=${last}`);
    const response = await app.deployment.functions.runHttpAction(request, person("ana"));
    return response!.body!.getReader();
  };
  const counter = (name: string) => app.query("messages:counter", { name });

  test("a streamed response calls the deployment while its client reads it", async () => {
    const before = Number(await counter("pulls"));
    const reader = await stream(before + 3);
    let text = "";
    for (let chunk; !(chunk = await reader.read()).done;) {
      text += new TextDecoder().decode(chunk.value);
    }
    expect(text.match(/\d+/g)?.map(Number)).toEqual([before + 1, before + 2, before + 3]);
  });

  test("a streamed response is not produced beyond what its client reads", async () => {
    const before = Number(await counter("pulls"));
    const reader = await stream(Infinity);
    await reader.read();
    for (let turn = 0; turn < 50; turn++) await turnOfLoop();
    // The function's own stream keeps one chunk ready.
    expect(Number(await counter("pulls")) - before).toBeLessThanOrEqual(2);
    await reader.cancel();
  });

  test("a streamed response is cancelled when its client disconnects, and its function can call nothing", async () => {
    const cancels = Number(await counter("cancels"));
    const reader = await stream(Infinity);
    await reader.read();
    await reader.cancel();
    expect(await counter("cancels")).toBe(cancels + 1);
    const pulls = await counter("pulls");
    for (let turn = 0; turn < 50; turn++) await turnOfLoop();
    expect(await counter("pulls")).toBe(pulls);
  });
});
