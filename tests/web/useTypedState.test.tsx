import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { TableState } from "@/components/data-table/tableState";
import { useTypedState } from "@/components/data-table/useTypedState";

afterEach(cleanup);

/** Returns the hook with a URL that is updated only when `arrive` is called, as by a router. */
function open(initial: TableState = {}) {
  const save = vi.fn<(state: TableState) => void>();
  const rendered = renderHook(({ address }) => useTypedState([address, save]), {
    initialProps: { address: initial },
  });
  const { result, rerender } = rendered;
  return {
    result,
    save,
    type: (q: string) => act(() => result.current.typeState({ ...result.current.state, q })),
    choose: (state: TableState) =>
      act(() => result.current.setState({ ...result.current.state, ...state })),
    arrive: (address: TableState) => rerender({ address }),
    sent: () => save.mock.calls.map(([{ q }]) => q),
  };
}

describe("a table's state while the user types", () => {
  test("typed text applies at once, and its last version is written to the URL after a pause", async () => {
    const { result, type, sent, arrive } = open();
    for (const q of ["s", "sn", "sn1"]) type(q);
    expect(result.current.state.q).toBe("sn1");
    expect(result.current.settled.q).toBeUndefined();
    expect(sent()).toEqual([]);
    await waitFor(() => expect(sent()).toEqual(["sn1"]));
    arrive({ q: "sn1" });
    expect(result.current.settled.q).toBe("sn1");
  });

  test("a choice is written to the URL at once, with the text typed before", () => {
    const { type, choose, save } = open();
    type("sn");
    choose({ filter: "brand=Apple" });
    expect(save.mock.calls).toMatchObject([[{ q: "sn", filter: "brand=Apple" }]]);
  });

  test("a URL that follows late reverts no text typed since", async () => {
    const { result, type, sent, arrive } = open();
    type("s");
    await waitFor(() => expect(sent()).toEqual(["s"]));
    type("sn");
    arrive({ q: "s" });
    expect(result.current.state.q).toBe("sn");
    await waitFor(() => expect(sent()).toEqual(["s", "sn"]));
  });

  test("a change of the URL from elsewhere replaces the text being typed", async () => {
    const { result, type, arrive, sent } = open({ q: "sn" });
    type("sn1");
    arrive({ q: "490154203237518" });
    expect(result.current.state.q).toBe("490154203237518");
    type("sn2");
    await waitFor(() => expect(sent()).toEqual(["sn2"]));
  });

  test("text that is discarded for a scan of the URL's code is not written to the URL later", async () => {
    const { result, type, sent } = open({ q: "490154203237518" });
    type("sn");
    act(() => result.current.discardTyped());
    expect(result.current.state.q).toBe("490154203237518");
    type("sn1");
    await waitFor(() => expect(sent()).toEqual(["sn1"]));
  });

  test("typing that returns to the text of the URL writes nothing", async () => {
    const { result, type, sent } = open({ q: "sn" });
    type("sn1");
    type("sn");
    type("sn12");
    await waitFor(() => expect(sent()).toEqual(["sn12"]));
    expect(result.current.state.q).toBe("sn12");
  });

  test("a screen's own parameters are kept in the URL", () => {
    const { result, type, arrive } = open({ q: "sn", scope: "mine" } as TableState);
    type("sn1");
    arrive({ q: "sn", scope: "team" } as TableState);
    expect(result.current.state).toMatchObject({ q: "sn1", scope: "team" });
  });
});
