import type { Page } from "playwright-core";
import { control, type Scene } from "../scene";

const openInbox: Scene["prepare"] = async (page) => {
  await control(page, /^Inbox/).click();
  const heading = page.getByRole("heading", { name: /^(Waiting for you|Inbox)$/ });
  await heading.filter({ visible: true }).last().waitFor();
};

const search = async (page: Page, text: string) => {
  await control(page, "Search and go anywhere").click();
  await page.getByRole("combobox").fill(text);
  await page.getByRole("option").first().waitFor();
};

/** A map shows its marks once all samples and the map's file have loaded. */
const openMap = (page: Page) =>
  page
    .getByRole("button", { name: /samples, / })
    .first()
    .waitFor();

/** The dashboard and the shell around every screen. */
export const SHELL_SCENES: readonly Scene[] = [
  { name: "analytics", who: "ana", path: "/dashboard/homefs", isLong: true },
  { name: "analytics-admin", who: "helena", path: "/dashboard/homefs", isLong: true },
  {
    name: "analytics-team",
    who: "ingrid",
    path: "/dashboard/homefs?trend=person:bruno.costa@lab.example",
    isLong: true,
    prepare: async (page) => {
      await page.getByText("Show as a table").click();
      await page.getByRole("table").waitFor();
    },
  },
  { name: "inbox", who: "ana", path: "/dashboard/homefs", prepare: openInbox },
  { name: "inbox-page", who: "ana", path: "/pages/inbox", isLong: true },
  {
    name: "user-menu",
    who: "ana",
    path: "/dashboard/homefs",
    prepare: (page) => page.getByRole("button", { name: /User menu/ }).click(),
  },
  {
    name: "palette",
    who: "ana",
    path: "/dashboard/homefs",
    prepare: (page) => search(page, "galaxy"),
  },
  {
    name: "palette-steps",
    who: "ana",
    path: "/dashboard/homefs",
    examinedIn: "palette",
    prepare: async (page) => {
      await search(page, "AP7K0007");
      await page.getByRole("option", { name: /^Transfer / }).waitFor();
    },
  },
  {
    name: "more",
    who: "ana",
    path: "/dashboard/homefs",
    only: "phone",
    prepare: (page) => control(page, /^More$/).click(),
  },
  {
    name: "theme-panel",
    who: "ana",
    path: "/dashboard/homefs",
    prepare: async (page, device) => {
      if (device === "phone") await control(page, /^More$/).click();
      await control(page, "Appearance").click();
      await page.getByRole("heading", { name: "Appearance" }).waitFor();
    },
    choose: (page, scheme) =>
      page
        .getByRole("radio", { name: scheme === "dark" ? "Dark" : "Default", exact: true })
        .check(),
  },
  { name: "map", who: "helena", path: "/dashboard/vectormap", prepare: openMap },
  {
    name: "map-place",
    who: "ingrid",
    path: "/dashboard/vectormap",
    prepare: async (page) => {
      await openMap(page);
      await page.getByRole("list", { name: "Places" }).getByRole("button").first().click();
      await page
        .getByRole("list", { name: "Samples here" })
        .getByRole("listitem")
        .first()
        .waitFor();
    },
  },
  { name: "empty-map", who: "newcomer", path: "/dashboard/vectormap" },
  {
    name: "offline",
    who: "ana",
    path: "/dashboard/homefstransfer",
    prepare: async (page) => {
      await page.context().setOffline(true);
      await page.getByText(/^No connection since/).waitFor();
    },
  },
  { name: "empty-analytics", who: "newcomer", path: "/dashboard/homefs", isLong: true },
  { name: "empty-transfer-list", who: "newcomer", path: "/dashboard/homefstransfer" },
  {
    name: "empty-history",
    who: "newcomer",
    path: "/dashboard/history",
    examinedIn: "empty-transfer-list",
  },
  { name: "empty-inbox", who: "newcomer", path: "/dashboard/homefs", prepare: openInbox },
  { name: "empty-inbox-page", who: "newcomer", path: "/pages/inbox" },
  { name: "empty-basket", who: "newcomer", path: "/private/basket" },
];
