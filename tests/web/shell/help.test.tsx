import { existsSync } from "node:fs";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { HelpScreen } from "@/features/help/HelpScreen";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";

afterEach(cleanup);

const titles = () =>
  screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
const contents = () =>
  within(screen.getByRole("navigation", { name: "On this page" }))
    .getAllByRole("link")
    .map(({ textContent }) => textContent);

test("the guide shows how to share the location and how to sign up", async () => {
  await renderScreen(new FakeConvex(), <HelpScreen />);
  for (const name of ["Share your location", "Sign up"]) {
    expect(screen.getByRole("heading", { name })).toBeTruthy();
  }
  const sources = screen.getAllByRole("img").map((picture) => picture.getAttribute("src") ?? "");
  expect(sources).toEqual(expect.arrayContaining(["/help-location.webp", "/help-sign-up.webp"]));
  for (const source of sources) expect(existsSync(`web/public${source}`)).toBe(true);
});

test("the contents of the help name each guide", async () => {
  await renderScreen(new FakeConvex(), <HelpScreen />);
  expect(contents()).toEqual(titles());
});

test("a search shows the guides that contain all of its words, in any case", async () => {
  const { user } = await renderScreen(new FakeConvex(), <HelpScreen />);
  const box = screen.getByRole("searchbox", { name: "Search the help" });
  await user.type(box, "SCAN serial");
  await waitFor(() =>
    expect(titles()).toEqual(["Register a device", "Many samples at once", "Scan"]),
  );
  expect(contents()).toEqual(titles());
  await user.clear(box);
  await user.type(box, "xyzzy");
  await screen.findByText("No help topic mentions “xyzzy”. Try another word.");
  expect(screen.queryAllByRole("heading", { level: 2 })).toEqual([]);
});
