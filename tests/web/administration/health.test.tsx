import { act, cleanup, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { HealthScreen } from "@/features/health/HealthScreen";
import { LostSinceProvider } from "@/hooks/useLostSince";
import { VERSION } from "#domain/common/version";
import { NO_ENGINE } from "#domain/operations/engineHealth";
import type { AppFacts } from "#domain/operations/diagnosis";
import { WELL_ENGINE, wellApp } from "../../support/healthFacts";
import { fakeConnection } from "../../support/web/fakeConnection";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";

const APP = (changes: Partial<AppFacts> = {}): AppFacts => ({ ...wellApp(Date.now()), ...changes });
const HEALTH = WELL_ENGINE;

/** Answers of GET /api/engine/health, the last one for all further requests. */
function serverAnswers(...answers: readonly Response[]) {
  const left = [...answers];
  const fetched = vi.fn(() => Promise.resolve(left.length > 1 ? left.shift()! : left[0]!.clone()));
  vi.stubGlobal("fetch", fetched);
}

const show = async (facts?: AppFacts, url?: string) => {
  const convex = new FakeConvex().answer("operations:state", () => facts);
  if (url !== undefined) convex.url = url;
  const shown = await renderScreen(convex, <HealthScreen />);
  await act(async () => {});
  return { ...shown, convex };
};
const rowOf = (subject: string) =>
  screen.getByRole("heading", { name: new RegExp(`^${subject}`) }).closest("li")!;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the page Server health", () => {
  test("says that all is well, with the figures of each finding", async () => {
    serverAnswers(Response.json(HEALTH));
    await show(APP());
    expect(screen.getByRole("status").textContent).toBe("All is well.");
    expect(rowOf("Disk").textContent).toBe("Disk: well50.0 GB free, 1.0 GB used by the data");
    expect(rowOf("Version").textContent).toContain(`${VERSION} on Node v24.1.0`);
    expect(screen.queryByRole("link")).toBeNull();
  });

  test("says how many things need attention and what to do, and links to their pages", async () => {
    serverAnswers(Response.json({ ...HEALTH, freeBytes: 1e9 }));
    await show(APP({ failedMails: 3, failingWebhooks: ["hooks.example"] }));
    expect(screen.getByRole("status").textContent).toBe("3 things need attention.");
    expect(rowOf("Disk").textContent).toContain("making a backup needs 2.3 GB");
    const subjects = screen
      .getAllByRole("heading", { level: 2 })
      .map(({ textContent }) => textContent);
    expect(subjects.slice(0, 4)).toEqual([
      ...["Disk: needs attention", "Mail: needs attention", "Webhooks: needs attention"],
      "Data: well",
    ]);
    const mail = within(rowOf("Mail"));
    expect(mail.getByText("3 failed in the last 24 hours")).toBeTruthy();
    expect(mail.getByRole("link").getAttribute("href")).toBe("/pages/mail");
    expect(within(rowOf("Webhooks")).getByRole("link").getAttribute("href")).toBe(
      "/pages/webhooks",
    );
  });

  test("shows a placeholder until both answers are there", async () => {
    serverAnswers(Response.json(HEALTH));
    const { convex } = await show();
    expect(screen.queryByRole("list")).toBeNull();
    act(() => void convex.answer("operations:state", () => APP()));
    expect(screen.getByRole("list")).toBeTruthy();
  });

  test("says when the server's own figures cannot be read, and reads them again by Refresh", async () => {
    serverAnswers(new Response("", { status: 503 }), Response.json(HEALTH));
    const { user } = await show(APP());
    expect(screen.getByRole("alert").textContent).toMatch(/cannot be read.*status 503/);
    expect(screen.queryByText("All is well.")).toBeNull();
    expect(screen.queryByRole("heading", { name: /^Disk/ })).toBeNull();
    expect(rowOf("Mail").textContent).toContain("Being sent");
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    expect(screen.queryByRole("alert")).toBeNull();
    expect(rowOf("Disk").textContent).toContain("50.0 GB free");
  });

  test("shows what the app knows on Convex Cloud, and where the rest is", async () => {
    serverAnswers(new Response("", { status: 404 }));
    await show(APP(), "https://lab.convex.cloud");
    expect(screen.getByText(NO_ENGINE)).toBeTruthy();
    expect(screen.getByRole("status").textContent).toBe("All is well.");
    expect(screen.getAllByRole("listitem")).toHaveLength(4);
  });

  test("reads the server's own figures again when the connection returns", async () => {
    serverAnswers(new Response("", { status: 503 }), Response.json(HEALTH));
    const { client, change } = fakeConnection();
    const convex = new FakeConvex().answer("operations:state", () => APP());
    await renderScreen(Object.assign(convex, client), <HealthScreen />);
    await act(async () => {});
    expect(screen.getByRole("alert")).toBeTruthy();
    change({ isWebSocketConnected: false });
    change({ isWebSocketConnected: true });
    await act(async () => {});
    expect(screen.queryByRole("alert")).toBeNull();
    expect(rowOf("Disk").textContent).toContain("50.0 GB free");
  });

  test("does not say that all is well while the connection is lost", async () => {
    serverAnswers(Response.json(HEALTH));
    const convex = new FakeConvex().answer("operations:state", () => APP());
    await renderScreen(
      convex,
      <LostSinceProvider value={new Date()}>
        <HealthScreen />
      </LostSinceProvider>,
    );
    await act(async () => {});
    expect(rowOf("Disk").textContent).toContain("50.0 GB free");
    expect(screen.queryByText("All is well.")).toBeNull();
  });

  test("shows the answer to the latest reading, whichever comes first", async () => {
    let answerFirst: (answer: Response) => void = () => undefined;
    const slow = new Promise<Response>((resolve) => (answerFirst = resolve));
    const answers = [slow, Promise.resolve(Response.json(HEALTH))];
    vi.stubGlobal("fetch", () => answers.shift());
    const { user } = await show(APP());
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    answerFirst(new Response("", { status: 503 }));
    await act(async () => {});
    expect(screen.queryByRole("alert")).toBeNull();
    expect(rowOf("Disk").textContent).toContain("50.0 GB free");
  });

  test("gives up on a server that does not answer within ten seconds, and asks again soon", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const fetched = vi.fn((_url: URL, { signal }: { signal: AbortSignal }) => {
      return new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(new Error("aborted")));
      });
    });
    vi.stubGlobal("fetch", fetched);
    await show(APP());
    expect(screen.queryByRole("alert")).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(screen.getByRole("alert").textContent).toContain("The server does not answer.");
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(fetched).toHaveBeenCalledTimes(2);
  });
});
