import { expect, onTestFinished, test } from "vitest";
import { silentLogger } from "../../../engine/logs";
import { TestDeployment } from "../support/testDeployment";

test("a start warns, with both times, when the newest data is dated ahead of the clock", async () => {
  const warnings: unknown[][] = [];
  const log = { ...silentLogger, warn: (...line: unknown[]) => warnings.push(line) };
  const clock = { now: () => Date.parse("2031-01-01T00:00:00Z") };
  const app = await TestDeployment.open({ clock, log });
  await app.mutation("messages:increment", { name: "clock" });
  clock.now = () => Date.parse("2026-11-22T00:00:00Z");
  expect(warnings).toEqual([]);
  const reopened = await app.reopen();
  onTestFinished(() => reopened.close());
  expect(warnings).toEqual([
    [
      expect.stringContaining("ahead of this machine's clock"),
      {
        newestData: expect.stringMatching(/^2031-01-01T00:00:00/) as unknown,
        clock: "2026-11-22T00:00:00.000Z",
      },
    ],
  ]);
});
