import { renderHook } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { useSamples } from "@/hooks/data/useSamples";
import { FakeConvex } from "../../support/web/fakeConvex";
import { aSample } from "../../support/web/webSamples";
import { eventually } from "../../support/eventually";

const VIEW = { query: { search: "", conditions: [] }, sort: null };

test.each(["user", "admin"] as const)(
  "a list of the role %s is live pages where a browser has no workers",
  async (role) => {
    const sample = aSample();
    const server = new FakeConvex()
      .answerPage("samples:newest", ({ list }) => (list === "open" ? [sample] : []))
      .answerPage("samples:list", ({ scope, status }) =>
        scope === "mine" && status === sample.status ? [sample] : [],
      );
    const wrapper = ({ children }: { children: ReactNode }) => (
      <ConvexProvider client={server.asClient()}>{children}</ConvexProvider>
    );
    const actor = { email: "ana@company.com", role };
    const { result, rerender } = renderHook(() => useSamples("open", actor, "everything"), {
      wrapper,
    });
    const { store, base } = result.current;
    store.subscribe(() => undefined);
    await eventually(() => expect(store.getState().isComplete).toBe(true));
    expect(
      (await store.ask({ kind: "window", view: { ...VIEW, base }, from: 0, before: 10 })).rows,
    ).toEqual([sample]);
    rerender();
    expect(result.current.store).toBe(store);
  },
);
