import type { Page } from "playwright-core";
import { visit } from "../../support/browser/visit";
import { control, follow, openSheet, selectRows, settled, type Scene } from "../scene";

/** Picks the first person that the form suggests for the typed text. */
async function choosePerson(page: Page, label: string, typed: string) {
  await page.getByLabel(label).fill(typed);
  await page.getByRole("option").first().click();
}

/** Selects the first samples of the list and puts them into the basket for a transfer. */
const collect = async (page: Page) => {
  await selectRows(page, 5);
  const selected = page.getByRole("region", { name: "Selected samples" });
  await selected.getByRole("button", { name: /^Transfer/ }).click();
  await page.waitForURL("**/private/basket**");
};

/** Receives the first `count` samples of the list in a basket. @returns its id */
const receive = async (page: Page, count: number) => {
  await selectRows(page, count);
  const selected = page.getByRole("region", { name: "Selected samples" });
  await selected.getByRole("button", { name: /^Receive/ }).click();
  await page.getByRole("button", { name: `Receive ${count} samples` }).click();
  await page.getByText(/^Finished:/).waitFor();
  return new URL(page.url()).searchParams.get("job");
};

const IN_TRANSIT = "/dashboard/homefstransfer?filter=status%3DIn%20Transit";

const opened = async (page: Page, dialog: string) => {
  await control(page, new RegExp(`^${dialog} `)).click();
  await page.getByRole("alertdialog").waitFor();
};

/** Opens the form `screen` of the list's first sample by its address. */
const openForm = async (page: Page, screen: string) => {
  await openSheet(page);
  const sampleId = new URL(page.url()).searchParams.get("sample") ?? "";
  await visit(page, `/private/${screen}/${sampleId}`);
  await settled(page);
};

/** Opens a page of the first sample of a list by its address. */
const openOf = (path: string) => async (page: Page) => {
  await openSheet(page);
  const sample = new URL(page.url()).searchParams.get("sample");
  await visit(page, `${path}/${sample}`);
  await settled(page);
};

/** One sample changing hands, and the records of it. */
export const CUSTODY_SCENES: readonly Scene[] = [
  {
    name: "transfer",
    who: "ana",
    path: "/dashboard/homefstransfer?scope=mine",
    prepare: (page) => follow(page, "Transfer"),
  },
  {
    name: "transfer-people",
    who: "ana",
    path: "/dashboard/homefstransfer?scope=mine",
    prepare: async (page) => {
      await follow(page, "Transfer");
      await page.getByLabel("Transfer Sample to").click();
      await page.getByRole("option").first().waitFor();
    },
  },
  {
    name: "receive",
    who: "ana",
    path: "/dashboard/homefstransfer?scope=addressed",
    prepare: (page) => openForm(page, "acknowledgefs"),
  },
  {
    name: "decline-dialog",
    who: "ana",
    path: "/dashboard/homefstransfer?scope=addressed",
    prepare: async (page) => {
      await openForm(page, "acknowledgefs");
      await opened(page, "Decline");
    },
  },
  {
    name: "take-back-dialog",
    who: "ana",
    path: "/dashboard/homefstransfer?scope=mine&filter=status%3DIn%20Transit",
    examinedIn: "decline-dialog",
    prepare: (page) => opened(page, "Take back"),
  },
  {
    name: "return",
    who: "ana",
    path: "/dashboard/homefsreturn?scope=mine",
    examinedIn: "transfer",
    prepare: (page) => follow(page, "Return"),
  },
  {
    name: "receive-return",
    who: "ingrid",
    path: "/dashboard/homefsreturn?scope=addressed",
    examinedIn: "receive",
    prepare: (page) => openForm(page, "racknowledgefs"),
  },
  {
    name: "request-lost",
    who: "ana",
    path: "/dashboard/homefsos?scope=mine",
    prepare: (page) => follow(page, "Request Lost"),
  },
  {
    name: "acknowledge-lost",
    who: "ingrid",
    path: "/dashboard/homefsos?scope=addressed",
    prepare: (page) => follow(page, "Ack Lost"),
  },
  {
    name: "refused-step",
    who: "ana",
    path: "/dashboard/homefstransfer?scope=addressed",
    prepare: async (page) => {
      await openForm(page, "transferfs");
    },
  },
  {
    name: "sample-sheet",
    who: "ana",
    path: "/dashboard/homefstransfer?scope=mine&filter=status%3DIn%20Use",
    prepare: openSheet,
  },
  {
    name: "sample-detail",
    who: "ana",
    path: "/dashboard/homefstransfer?scope=mine&filter=status%3DIn%20Use",
    isLong: true,
    prepare: openOf("/private/viewfs"),
  },
  {
    name: "certificate",
    who: "ana",
    path: "/dashboard/homefstransfer?scope=mine&filter=status%3DIn%20Use",
    isLong: true,
    prepare: openOf("/private/certificate"),
  },
  {
    name: "labels",
    who: "ana",
    path: "/dashboard/homefstransfer?scope=mine&filter=status%3DIn%20Use",
    only: "laptop",
    prepare: async (page) => {
      await selectRows(page, 5);
      await control(page, "More for the selected samples").click();
      await page.getByRole("menuitem", { name: "Labels" }).click();
      await page.getByRole("article").first().waitFor();
    },
  },
  { name: "sample-missing", who: "ana", path: "/private/viewfs/no-such-sample" },
];

/**
 * Many samples changing hands together. Played last: the samples handed over here are missing from
 * other scenes afterwards.
 */
export const BASKET_SCENES: readonly Scene[] = [
  {
    name: "basket",
    who: "ana",
    path: "/private/basket",
    isLong: true,
    prepare: async (page) => {
      const field = page.getByLabel("Serial numbers or IMEIs");
      await field.fill("AP7K0007, UL9K0049, MO7K0167, NO4K0104, XX9K9999");
      await field.press("Enter");
      await page.getByRole("radio", { name: /^Transfer/ }).check();
      await page.getByText(/not included/).waitFor();
    },
  },
  {
    name: "basket-transfer",
    who: "ana",
    path: "/dashboard/homefstransfer?scope=mine&filter=status%3DIn%20Use",
    only: "laptop",
    isLong: true,
    prepare: async (page) => {
      await collect(page);
      await choosePerson(page, "Transfer Sample to", "bruno");
    },
  },
  {
    name: "receive-all",
    who: "ana",
    path: "/dashboard/homefstransfer?scope=addressed",
    prepare: async (page) => {
      await control(page, /^Receive all/).click();
      await page.getByRole("alertdialog").waitFor();
      await settled(page);
    },
  },
  {
    name: "basket-edit",
    who: "ana",
    path: "/dashboard/homefstransfer?scope=mine&filter=status%3DIn%20Use",
    only: "laptop",
    isLong: true,
    prepare: async (page) => {
      await collect(page);
      await page.getByRole("radio", { name: /^Edit/ }).check();
      await page.getByLabel(/^Customers/).waitFor();
    },
  },
  {
    name: "basket-results",
    who: "ana",
    path: "/dashboard/homefstransfer?scope=addressed",
    only: "laptop",
    isLong: true,
    prepare: async (page) => {
      await control(page, /^Receive all/).click();
      await page.getByRole("button", { name: /^Receive \d+ samples$/ }).click();
      await page.getByText(/^Finished:/).waitFor();
    },
  },
  {
    name: "basket-parts",
    who: "helena",
    path: IN_TRANSIT,
    only: "laptop",
    prepare: async (page) => {
      const rows = page.getByRole("checkbox", { name: /^Select [A-Z0-9]+$/ });
      await rows.nth(2).waitFor();
      const labels = await rows.evaluateAll((all) =>
        all.map((row) => row.getAttribute("aria-label")),
      );
      const first = await receive(page, 3);
      await visit(page, IN_TRANSIT);
      // The list may first show what it knew before they were received.
      await rows.first().waitFor();
      for (const label of labels.slice(0, 3)) {
        await page.getByLabel(label ?? "", { exact: true }).waitFor({ state: "detached" });
      }
      const second = await receive(page, 2);
      await visit(page, `/private/basket?job=${first},${second}`);
      await page.getByRole("list", { name: "Parts" }).waitFor();
    },
  },
];
