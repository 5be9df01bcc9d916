import { control, type Scene } from "../scene";

/** Screens for everyone, signed in or not. */
export const PUBLIC_SCENES: readonly Scene[] = [
  { name: "landing", who: "visitor", path: "/", isLong: true },
  { name: "sign-in", who: "visitor", path: "/auth/sign-in" },
  {
    name: "sign-in-errors",
    who: "visitor",
    path: "/auth/sign-in",
    prepare: async (page) => {
      await page.getByLabel("Email", { exact: true }).fill("ana.lima@elsewhere.example");
      await control(page, "Sign in").click();
      await page.getByText("Password is required").waitFor();
    },
  },
  {
    name: "sign-up",
    who: "visitor",
    path: "/auth/sign-up",
    isLong: true,
    inApp: { file: "help-location", cardHeight: 300 },
  },
  {
    name: "sign-up-errors",
    who: "visitor",
    path: "/auth/sign-up",
    isLong: true,
    prepare: async (page) => {
      await control(page, "Sign up").click();
      await page.getByText("First name is required").waitFor();
    },
  },
  {
    name: "sign-up-places",
    who: "visitor",
    path: "/auth/sign-up",
    prepare: async (page) => {
      await page.getByLabel("First name").fill("Ana");
      await page.getByLabel("Last name").fill("Lima");
      await page.getByLabel("Passport").fill("BR 123456");
      await page.getByLabel("Phone number").fill("+55 11 91234 5678");
      await page.getByLabel("Location", { exact: true }).fill("Rua Augusta 12, sao p");
      await page.getByRole("option").first().waitFor();
    },
    inApp: { file: "help-sign-up", cardHeight: 720 },
  },
  { name: "verify", who: "visitor", path: "/auth/verify?email=nora.berg@lab.example" },
  { name: "reset-password", who: "visitor", path: "/auth/reset-password" },
  {
    name: "new-password",
    who: "visitor",
    path: "/auth/reset-password?email=nora.berg@lab.example",
  },
  { name: "sign-in-refused", who: "visitor", path: "/auth/callback?code=c&state=s" },
  { name: "help", who: "visitor", path: "/docs", isLong: true },
  { name: "not-found", who: "visitor", path: "/no/such/page" },
  { name: "server-error", who: "visitor", path: "/500" },
];
