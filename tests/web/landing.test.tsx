import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { LandingScreen } from "@/features/landing/LandingScreen";
import { FakeConvex } from "../support/web/fakeConvex";
import { renderScreen } from "../support/web/renderApp";

afterEach(cleanup);

test("the landing page states how far and how long, and links to Sign-In", async () => {
  await renderScreen(new FakeConvex(), <LandingScreen />);
  const figure = (name: string) => screen.getByText(name).parentElement?.querySelector("dd");
  expect(figure("countries")?.textContent).toBe("50+");
  expect(figure("years of background")?.textContent).toBe("20+");
  const signIn = screen.getAllByRole("link", { name: "Sign-In" });
  expect(signIn[0]?.getAttribute("href")).toBe("/auth/sign-in");
});
