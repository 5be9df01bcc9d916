import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { SampleFormScreen } from "@/features/samples/form/SampleFormScreen";
import { DRAFT_KEY } from "@/lib/sampleDraft";
import { fakePlaces } from "../../support/web/fakePlaces";
import { ana, backend, open } from "../../support/web/webSampleForm";
import { renderScreen } from "../../support/web/renderApp";

beforeEach(() => void fakePlaces());

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

describe("what was typed into New Sample", () => {
  const brand = () => screen.findByLabelText<HTMLInputElement>("Brand");
  const typeBrand = async () => {
    const shown = await open(backend());
    await shown.user.type(await brand(), "Nokia");
    return shown;
  };
  /** Makes the draft look as if an earlier page had left it. */
  const reload = () => {
    const draft = JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? "null") as object | null;
    cleanup();
    sessionStorage.setItem(DRAFT_KEY, JSON.stringify({ ...draft, page: 1 }));
  };

  test("is restored after a reload, with a note, and can be discarded", async () => {
    await typeBrand();
    reload();
    const { user } = await open(backend());
    expect((await brand()).value).toBe("Nokia");
    await user.click(screen.getByRole("button", { name: "Start over" }));
    expect((await brand()).value).toBe("");
    expect(sessionStorage.getItem(DRAFT_KEY)).toBeNull();
  });

  test("is kept by the switch to the other form, which asks nothing and changes the address", async () => {
    const { user, router } = await typeBrand();
    await user.click(screen.getByRole("button", { name: "Reject" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard/addfs"));
    cleanup();
    await renderScreen(backend(), <SampleFormScreen form="full" viewer={ana} onLeave={vi.fn()} />);
    expect((await brand()).value).toBe("Nokia");
    expect(screen.queryByRole("button", { name: "Start over" })).toBeNull();
  });

  test("is not shown to another person, and is deleted when the form was left unsaved", async () => {
    await typeBrand();
    cleanup();
    await open(backend(), undefined, vi.fn(), { ...ana, email: "eve@company.com" });
    expect((await brand()).value).toBe("");
    cleanup();
    const again = await open(backend());
    expect((await brand()).value).toBe("Nokia");
    void again.router.navigate({ to: "/docs" });
    await again.user.click(await screen.findByRole("button", { name: "Leave" }));
    expect(sessionStorage.getItem(DRAFT_KEY)).toBeNull();
  });
});
