import type { Page } from "playwright-core";
import { DATA } from "../../cli/support/files";
import { control, selectRows, settled, type Device, type Scene } from "../scene";

/** Opens a column's filter: from its heading on a laptop, from the menu on a phone. */
const openFilter =
  (column: string) =>
  async (page: Page, device: Device): Promise<void> => {
    if (device === "laptop") return await control(page, `Filter ${column}`).click();
    await openFilterInMenu(column)(page);
  };

/** Opens a column's filter from the menu, which also lists columns hidden for lack of room. */
const openFilterInMenu =
  (column: string) =>
  async (page: Page): Promise<void> => {
    await control(page, "Filter").click();
    // If the column is visible, its heading has the same name.
    await page.getByRole("dialog").getByRole("button", { name: column }).click();
  };

/** The sample lists and History. */
export const LIST_SCENES: readonly Scene[] = [
  { name: "open-samples", who: "ana", path: "/private" },
  {
    name: "transfer-list",
    who: "ana",
    path: "/dashboard/homefstransfer",
  },
  {
    // The smallest window with the sidebar, so that it is readable on the landing page.
    name: "transfer-list-small",
    who: "ana",
    path: "/dashboard/homefstransfer",
    examinedIn: "transfer-list",
    only: "laptop",
    prepare: (page) => page.setViewportSize({ width: 1128, height: 720 }),
    inApp: { file: "screenshot-transfer" },
  },
  {
    name: "transfer-list-filter",
    who: "ana",
    path: "/dashboard/homefstransfer",
    prepare: openFilter("Customers"),
  },
  {
    name: "transfer-list-filtered",
    who: "helena",
    path: "/dashboard/homefstransfer?filter=brand%3DApple,Samsung;status%3DIn%20Use&sort=-inUseDate",
    examinedIn: "export-report, sample-sheet",
  },
  {
    name: "transfer-list-nothing",
    who: "ana",
    path: "/dashboard/homefstransfer?q=walkie-talkie",
  },
  {
    name: "transfer-list-selected",
    who: "ana",
    path: "/dashboard/homefstransfer?scope=mine",
    only: "laptop",
    prepare: (page) => selectRows(page, 4),
  },
  {
    name: "transfer-list-columns",
    who: "ana",
    path: "/dashboard/homefstransfer",
    only: "laptop",
    prepare: async (page) => {
      await control(page, /^View$/).click();
      await page.getByRole("menuitemcheckbox").first().waitFor();
    },
  },
  {
    name: "transfer-list-keys",
    who: "ana",
    path: "/dashboard/homefstransfer",
    only: "laptop",
    prepare: async (page) => {
      await page.keyboard.press("j");
      await page.keyboard.press("?");
      await page.getByRole("heading", { name: "Keyboard" }).waitFor();
    },
  },
  {
    name: "return-list",
    who: "ana",
    path: "/dashboard/homefsreturn",
    examinedIn: "return-list-dates",
  },
  {
    name: "return-list-dates",
    who: "ingrid",
    path: "/dashboard/homefsreturn",
    isPlayedTwice: true, // another menu, without the opened filter
    prepare: openFilterInMenu("In Return Date"),
  },
  { name: "lost-list", who: "ingrid", path: "/dashboard/homefsos", examinedIn: "transfer-list" },
  { name: "delete-list", who: "ana", path: "/dashboard/homefsedit" },
  {
    name: "delete-dialog",
    who: "ana",
    path: "/dashboard/homefsedit",
    prepare: async (page) => {
      await control(page, /^Delete [A-Z0-9]+$/).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
  { name: "report", who: "helena", path: "/private/reportfs" },
  { name: "report-groups", who: "helena", path: "/private/reportfs?group=samplmanag" },
  {
    name: "export-report",
    who: "helena",
    path: "/private/exportreportfs?filter=country%3DBrazil",
    prepare: async (page) => {
      await control(page, "Other formats").click();
      await page.getByRole("menu").waitFor();
    },
  },
  {
    name: "report-schedule",
    who: "helena",
    path: "/private/exportreportfs?filter=country%3DBrazil",
    prepare: async (page) => {
      await control(page, "Send by mail").click();
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "schedules", who: "helena", path: "/private/schedules" },
  {
    name: "transfer-list-menu",
    who: "ana",
    path: "/dashboard/homefstransfer?q=apple",
    prepare: async (page) => {
      await control(page, /^Steps for /).click();
      await page.getByRole("menu").waitFor();
    },
  },
  { name: "import", who: "ana", path: "/private/page" },
  {
    name: "import-checked",
    who: "ana",
    path: "/private/page",
    isLong: true,
    prepare: async (page) => {
      await page.getByLabel("Choose a file").setInputFiles(`${DATA}samples-40-with-problems.xlsx`);
      await page.getByText(/^Nothing is saved yet: /).waitFor();
    },
  },
  { name: "history", who: "ingrid", path: "/dashboard/history" },
  {
    name: "history-filtered",
    who: "helena",
    path: "/dashboard/history?filter=action%3DTransfer,Transfer%20Acknowledge;brand%3DApple",
    examinedIn: "history",
    prepare: settled,
  },
];
