/** Every path that the app supports, signed in and signed out. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { deviceName } from "#domain/samples/deviceName";
import { Person } from "../support/browser/browser";
import { demoClient } from "../support/demoClient";
import { freshPeople } from "../support/freshPeople";
import { numberedSample } from "../support/functions/numberedSample";
import { aSample, newTransactionId } from "../support/samples";
import { sharedPerson } from "../support/browser/signedIn";
import { follow, leaveScreen } from "../support/browser/visit";
import { workerBrowser } from "../support/browser/workerBrowser";

type Route = {
  /** `$id` is replaced by a sample of the signed-in person. */
  address: string;
  heading: string;
  /** The path it redirects to; undefined: none. */
  to?: string;
};

const at = (address: string, heading: string, to?: string): Route => ({
  address,
  heading,
  ...(to !== undefined && { to }),
});

const PUBLIC: readonly Route[] = [
  at("/auth/sign-in", "Sign in"),
  at("/auth/Sign-In", "Sign in"),
  at("/auth/sign-up", "Sign up"),
  at("/auth/reset-password", "Reset password"),
  at("/auth/callback?code=c&state=s", "You are not signed in", "/auth/callback"),
  at("/auth/link?token=t", "Sign in"),
  at("/docs", "Help"),
  at("/404", "Page not found."),
  at("/500", "Internal server error."),
  at("/no/such/page", "Page not found."),
  at("/private/nothing/here/at-all", "Page not found."),
  at("/pages/unknown", "Page not found."),
];

const PROTECTED: readonly Route[] = [
  at("/dashboard/homefs", "Analytics"),
  at("/dashboard/default", "Analytics", "/dashboard/homefs"),
  at("/dashboard", "Analytics", "/dashboard/homefs"),
  at("/dashboard/homefsedit", "Delete Sample"),
  at("/dashboard/homefstransfer", "Transfer Sample"),
  at("/dashboard/homefsreturn", "Return Sample to Customer"),
  at("/dashboard/homefsos", "Lost Sample"),
  at("/dashboard/history", "History Sample"),
  at("/dashboard/addfs", "Add Sample"),
  at("/dashboard/addsample", "New Sample"),
  at("/dashboard/addsample?id=$id", "Edit Sample"),
  at("/dashboard/vectormap", "Map"),
  at("/pages/employees", "Employees"),
  at("/pages/users", "Users"),
  at("/pages/person/$id", "Employee"),
  at("/pages/editemployees/$id", "Edit Employee"),
  at("/pages/employeeprivate", "Employees Private Information"),
  at("/pages/editemployeeprivate/$id", "Edit Employee"),
  at("/pages/samplecount", "Sample count"),
  at("/pages/mail", "Mail"),
  at("/pages/health", "Server health"),
  at("/pages/importpeople", "Import people"),
  at("/pages/audit", "Audit log"),
  at("/pages/recipients", "Lists for everyone"),
  at("/pages/settingsdroplist", "SMS New Settings"),
  at("/pages/terminal", "Sign in from a terminal"),
  at("/private", "Open Samples"),
  at("/private/page", "GET AND POST"),
  at("/private/basket", "Handover basket"),
  at("/private/basket?job=$id", "Handover basket"),
  at("/private/reportfs", "Sample Management System - Report Sample"),
  at("/private/exportreportfs", "Export Report Sample"),
  at("/private/schedules", "Scheduled Reports"),
  at("/private/viewfs/$id", deviceName(numberedSample(0))),
  at("/private/editsample/$id", "Edit Sample"),
  at("/private/transferfs/$id", "Transfer"),
  at("/private/acknowledgefs/$id", "Transfer Acknowledge"),
  at("/private/returnfs/$id", "Return"),
  at("/private/racknowledgefs/$id", "Return Acknowledge"),
  at("/private/outofservicefs/$id", "Request Lost"),
  at("/private/outofservicefs/osacknowledgefs/$id", "Lost Ack"),
  // Paths of earlier versions
  at("/private/update/$id", "Edit Sample", "/private/editsample/$id"),
  at("/private/transfer/$id", "Transfer", "/private/transferfs/$id"),
  at("/private/transfer/acknowledge/$id", "Transfer Acknowledge", "/private/acknowledgefs/$id"),
  at("/private/return/$id", "Return", "/private/returnfs/$id"),
  at("/private/return/racknowledge/$id", "Return Acknowledge", "/private/racknowledgefs/$id"),
  at("/private/outofservice/$id", "Request Lost", "/private/outofservicefs/$id"),
  at(
    "/private/outofservice/acknowledge/$id",
    "Lost Ack",
    "/private/outofservicefs/osacknowledgefs/$id",
  ),
  at("/dashboard/homefstransfer/$id", "Transfer", "/private/transferfs/$id"),
  at("/dashboard/homefstransfer?id=$id", "Transfer", "/private/transferfs/$id"),
  at("/dashboard/homefsreturn/$id", "Return", "/private/returnfs/$id"),
  at("/dashboard/homefsos?id=$id", "Request Lost", "/private/outofservicefs/$id"),
  at("/dashboard/addsample/$id", "Edit Sample", "/dashboard/addsample?id=$id"),
  at("/dashboard/addfs/$id", "Edit Sample", "/private/editsample/$id"),
];

const product = inject("product");
let email: string;
/** A visitor's. */
let visitor: Page;
let sampleId: string;

beforeAll(async () => {
  email = (await freshPeople(product, { ana: "user", sara: "supervisor" })).ana;
  const client = await demoClient(product.url, email);
  ({ sampleId } = await client.mutation(api.samples.register, {
    transactionId: newTransactionId(),
    duplicates: "flag",
    fields: aSample(),
  }));
  visitor = (await Person.arrive(await workerBrowser(), product.url, email)).page;
});

const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true });

/** Returns how the screen that `address` opened differs from the table. */
async function differences(page: Page, { address, heading: name, to = address }: Route) {
  const href = () => page.url().slice(product.url.length);
  const isThere = () => href() === to;
  await page.waitForURL(isThere).catch(() => undefined);
  await heading(page, name)
    .waitFor()
    .catch(() => undefined);
  const shown = await page.getByRole("heading", { level: 1 }).allInnerTexts();
  return [
    ...(shown.includes(name) ? [] : [`${address} shows ${shown.join()}`]),
    ...(isThere() ? [] : [`${address} leads to ${href()}`]),
  ];
}

/** The routes with the sample's id in their paths. */
const withId = (routes: readonly Route[], id: string): Route[] =>
  routes.map(({ address, heading, to }) =>
    at(address.replaceAll("$id", id), heading, to?.replaceAll("$id", id)),
  );

/**
 * Moved in each of the ways: by a route, by a table, with the id in the path or in the query. The
 * whole table: tests/web/shell/movedAddresses.test.ts.
 */
const MOVED = [
  "/dashboard",
  "/dashboard/default",
  "/private/outofservice/acknowledge/$id",
  "/dashboard/homefstransfer?id=$id",
];
/** Screens that the scenes of screens.test.ts do not open by their addresses. */
const OF_ONE = PROTECTED.filter(({ address, to }) =>
  to === undefined ? address.includes("/$id") : MOVED.includes(address),
);

test("the server answers every path with the app's page", async () => {
  const wrong: string[] = [];
  for (const { address } of [...PUBLIC, ...withId(PROTECTED, "k57")]) {
    const headers = { Accept: "text/html" };
    const answer = await fetch(product.url + address, { headers, redirect: "manual" });
    const isApp = answer.ok && (await answer.text()).includes('id="root"');
    if (!isApp) wrong.push(`${address}: ${answer.status}`);
  }
  expect(wrong).toEqual([]);
});

describe("a visitor", () => {
  test("a visitor can read the public pages, and sees that an unknown path is not found", async () => {
    await visitor.goto("/404");
    // The router handles navigation only once the page is drawn.
    await visitor.getByRole("heading", { level: 1 }).waitFor();
    const wrong: string[] = [];
    for (const route of PUBLIC) {
      await leaveScreen(visitor, route.address);
      await follow(visitor, route.address);
      wrong.push(...(await differences(visitor, route)));
    }
    expect(wrong).toEqual([]);
  });

  test("a visitor is redirected from every protected page to sign-in, which leads back", async () => {
    const wrong: string[] = [];
    for (const { address, to = address } of withId(PROTECTED, "k57")) {
      await follow(visitor, address);
      const wanted = () => new URL(visitor.url()).searchParams.get("redirect") ?? "";
      // Either is right: the first path redirects to the second.
      const isRight = () => [address, to].includes(wanted());
      await visitor.waitForURL(isRight).catch(() => undefined);
      await heading(visitor, "Sign in").waitFor();
      if (!isRight()) wrong.push(`${address} leads on to ${wanted()}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe("a signed-in person", () => {
  test("paths of one sample or person and moved paths lead a signed-in person to their screens, a missing one to the dashboard", async () => {
    const { page } = await sharedPerson(email);
    await page.goto("/no/such/page");
    const link = page.getByRole("link", { name: "Return to website" });
    expect(await link.getAttribute("href")).toBe("/dashboard/default");
    const wrong: string[] = [];
    for (const route of withId(OF_ONE, sampleId)) {
      // So that the previous screen's heading is not mistaken for this one's.
      await leaveScreen(page, route.address);
      await follow(page, route.address);
      wrong.push(...(await differences(page, route)));
    }
    expect(wrong).toEqual([]);
  });
});
