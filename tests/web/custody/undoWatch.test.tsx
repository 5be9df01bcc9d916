import { renderHook } from "@testing-library/react";
import { ConvexProvider } from "convex/react";
import type { PropsWithChildren } from "react";
import { expect, test, vi } from "vitest";
import { useUndoWatch } from "@/components/sample/useUndo";
import { FakeConvex } from "../../support/web/fakeConvex";

/** The server answers with the step of another tab, or of another form of this one. */
test("a step that the viewer followed with another one is no longer to be undone", () => {
  const convex = new FakeConvex();
  const wrapper = ({ children }: PropsWithChildren) => (
    <ConvexProvider client={convex.asClient()}>{children}</ConvexProvider>
  );
  const { result: watchUndo } = renderHook(useUndoWatch, { wrapper });
  const onGone = vi.fn();
  watchUndo.current("sample1", "t1", onGone);
  convex.answer("custody:undoable", () => ({ step: "transfer", stepId: "t1" }));
  expect(onGone).not.toHaveBeenCalled();
  convex.answer("custody:undoable", () => ({ step: "cancelTransfer", stepId: "t2" }));
  expect(onGone).toHaveBeenCalledOnce();
});

/** A toast that two dismiss, the press on Undo and the server's news of it, is reported twice. */
test("the watch of a step that can be undone may be ended twice", () => {
  const convex = new FakeConvex().answer("custody:undoable", () => ({
    step: "transfer",
    stepId: "t1",
  }));
  const wrapper = ({ children }: PropsWithChildren) => (
    <ConvexProvider client={convex.asClient()}>{children}</ConvexProvider>
  );
  const { result: watchUndo } = renderHook(useUndoWatch, { wrapper });
  const onGone = vi.fn();
  const stop = watchUndo.current("sample1", "t1", onGone);
  convex.answer("custody:undoable", () => null);
  expect(onGone).toHaveBeenCalledOnce();
  stop();
  stop();
  convex.answer("custody:undoable", () => null);
  expect(onGone).toHaveBeenCalledOnce();
});
