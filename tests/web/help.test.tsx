import { existsSync } from "node:fs";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { HelpScreen } from "@/features/help/HelpScreen";
import { FakeConvex } from "../support/fakeConvex";
import { renderScreen } from "../support/renderApp";

afterEach(cleanup);

test("the guide shows how to share the location and how to sign up", async () => {
  await renderScreen(new FakeConvex(), <HelpScreen />);
  for (const name of ["Share your location", "Sign up"]) {
    expect(screen.getByRole("heading", { name })).toBeTruthy();
  }
  const sources = screen.getAllByRole("img").map((picture) => picture.getAttribute("src") ?? "");
  expect(sources).toEqual(expect.arrayContaining(["/help-location.webp", "/help-sign-up.webp"]));
  for (const source of sources) expect(existsSync(`web/public${source}`)).toBe(true);
});
