import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { takeScan } from "@/lib/keys/scanTakers";
import { press } from "../../support/web/press";
import { ana, backend, bob, show } from "../../support/web/webSampleList";
import { aSample } from "../../support/web/webSamples";

const HOUR_MS = 3_600_000;
const at = Date.UTC(2026, 10, 20);

// happy-dom lays nothing out, and a table draws only the rows in its visible height.
vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(2_400);

afterEach(cleanup);

describe("keys in a sample list", () => {
  const mine = aSample({ status: "In Use", inUseDate: at });
  const forMe = aSample({
    status: "In Transit",
    samplmanag: bob,
    inTransitTo: ana.email,
    inTransitDate: at + HOUR_MS,
  });
  const lostForMe = aSample({ status: "Request Lost", samplmanag: bob, inOSapprby: ana.email });
  test.each([
    ["t", "transfer", mine, `/private/transferfs/${mine._id}`],
    ["r", "lost", lostForMe, `/private/outofservicefs/osacknowledgefs/${lostForMe._id}`],
    ["Enter", "transfer", mine, `/?sample=${mine._id}`],
  ] as const)(
    "the key %s opens its step's form, or the row's sheet",
    async (key, list, sample, path) => {
      const { router } = await show(backend({ mine: [sample] }), { list });
      await screen.findByText("1 sample");
      press("j");
      press(key);
      await waitFor(() => expect(router.state.location.href).toBe(path));
    },
  );

  test("the key r receives in place what waits for the reader, once, and offers the undo", async () => {
    let answer: (value: null) => void = () => undefined;
    const answered = new Promise<null>((resolve) => (answer = resolve));
    const convex = backend({ mine: [forMe] })
      .answer("custody:acknowledgeTransfer", () => answered)
      .answer("custody:undo", () => null);
    const { user, router } = await show(convex);
    await screen.findByText("1 sample");
    press("j");
    press("r");
    await screen.findByText("Receiving…");
    await waitFor(() => expect(convex.sent).toHaveLength(1));
    press("r");
    await screen.findByText("Receiving…");
    await waitFor(() => expect(screen.queryByText("Receiving…")).toBeNull());
    answer(null);
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await screen.findByText(/^Undone/);
    expect(convex.sent.map(({ name, args }) => [name, args.sampleId])).toEqual([
      ["custody:acknowledgeTransfer", forMe._id],
      ["custody:undo", forMe._id],
    ]);
    expect(router.state.location.pathname).toBe("/");
  });

  test("a scan that is answered late opens no sheet over another screen", async () => {
    const convex = backend({ mine: [forMe] });
    let answer: (value: readonly unknown[]) => void = () => undefined;
    convex.query = () => new Promise((resolve) => (answer = resolve));
    const { router } = await show(convex);
    await screen.findByText("1 sample");
    act(() => takeScan(forMe.serialNumber));
    await router.navigate({ to: "/pages/inbox" });
    await waitFor(() => expect(screen.queryByText("1 sample")).toBeNull());
    await act(async () => answer([forMe]));
    expect(router.state.location.href).toBe("/pages/inbox");
  });

  test.each([
    ["one high tone", "a sample", forMe, [60]],
    ["two low tones", "none, or none of the reader's", null, [120, 80, 120]],
  ] as const)(
    "a scanned label gives %s for %s, and opens its sheet",
    async (_, __, sample, felt) => {
      const vibrate = vi.fn();
      Object.assign(navigator, { vibrate });
      const asked = vi.fn(() => sample);
      const { router } = await show(backend({ mine: [mine] }).answer("samples:get", asked));
      await screen.findByText("1 sample");
      act(() => takeScan("https://old.example.com/private/viewfs/k57abc"));
      await waitFor(() => expect(vibrate.mock.calls).toEqual([[felt]]));
      expect(asked).toHaveBeenCalledExactlyOnceWith({ sampleId: "k57abc" });
      expect(router.state.location.search).toMatchObject({ sample: "k57abc" });
    },
  );

  test("the key r opens the form where an admin would receive for somebody else", async () => {
    const { router } = await show(backend({ all: [forMe] }), {
      actor: { email: "adam@company.com", role: "admin" },
    });
    await screen.findByText("1 sample");
    press("j");
    press("r");
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/private/acknowledgefs/${forMe._id}`),
    );
  });

  test("the key of an impossible step says why, and stays in the list", async () => {
    const { router } = await show(backend({ mine: [mine] }));
    await screen.findByText("1 sample");
    press("j");
    press("r");
    expect(await screen.findByText(/^Receive is not possible now/)).toBeTruthy();
    expect(router.state.location.pathname).toBe("/");
  });
});
