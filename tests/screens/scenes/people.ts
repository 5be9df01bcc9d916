import type { Page } from "playwright-core";
import { api } from "../../../convex/_generated/api";
import { visit } from "../../support/browser/visit";
import { demoClient } from "../../support/demoClient";
import { control, PEOPLE, settled, type Scene } from "../scene";

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Follows a link or button of that name to its screen. */
const open =
  (name: string | RegExp, address: string) =>
  async (page: Page): Promise<void> => {
    await control(page, name).click();
    await page.waitForURL(address);
    await settled(page);
  };

const editAna = open("Edit Ana Lima", "**/pages/editemployees/*");

/** A list of staff with some invalid rows. */
const STAFF_FILE = {
  name: "staff.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(
    [
      "E-mail,Role,Supervisor,Samples in use,Desk",
      "nora.berg@lab.example,User,ingrid.vogel@lab.example,20,A1",
      "per.holm@lab.example,king,ingrid.vogel@lab.example,many,A2",
      "ola.dahl@elsewhere.example,supervisor,,,A3",
      "nora.berg@lab.example,supervisor,,,A4",
      "ana.lima@lab.example,user,,25,B1",
    ].join("\n"),
  ),
};

/** Calls functions as a person of the lab that the page shows. */
const asPerson = (page: Page, email: string) => demoClient(new URL(page.url()).origin, email);

/** The link in the mail to a person whom an admin has just invited. */
async function invitationLink(page: Page): Promise<string> {
  const admin = await asPerson(page, PEOPLE.helena);
  const email = "kai.meyer@lab.example";
  await admin.action(api.invitations.invite, { emails: [email] });
  const paginationOpts = { cursor: null, numItems: 1 };
  const [mail] = (await admin.query(api.mail.list, { paginationOpts })).page;
  const shown = mail && (await admin.query(api.mail.get, { mailId: mail._id }));
  const link = /http\S+\/auth\/invitation\?\S+/.exec(shown?.message.text ?? "")?.[0];
  if (link === undefined) throw new Error(`no mail to ${email} has a link`);
  return link;
}

/** Makes Ana stand in for Bruno, who is away for some days before and after `now`, epoch ms. */
async function sendBrunoAway(page: Page, now: number): Promise<void> {
  const bruno = await asPerson(page, "bruno.costa@lab.example");
  const away = { from: now - 2 * DAY_MS, until: now + 5 * DAY_MS, standIn: PEOPLE.ana };
  await bruno.mutation(api.profile.setAway, { away });
}

/** People, settings, lists, the audit log and mail. */
export const PEOPLE_SCENES: readonly Scene[] = [
  { name: "employees", who: "helena", path: "/pages/employees" },
  {
    name: "employees-supervisor",
    who: "ingrid",
    path: "/pages/employees",
    examinedIn: "employees",
  },
  { name: "users", who: "helena", path: "/pages/users", examinedIn: "employees" },
  { name: "employees-private", who: "helena", path: "/pages/employeeprivate" },
  { name: "sample-count", who: "ingrid", path: "/pages/samplecount" },
  {
    name: "person",
    who: "helena",
    path: "/pages/employees",
    isLong: true,
    prepare: open(/^Ana Lima$/, "**/pages/person/*"),
  },
  {
    name: "leaving",
    who: "helena",
    path: "/pages/employees",
    isLong: true,
    prepare: async (page) => {
      await open(/^Ana Lima$/, "**/pages/person/*")(page);
      await page.getByRole("main").getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Leaving" }).click();
      await page.waitForURL("**/pages/leaving/*");
      await settled(page);
    },
  },
  {
    name: "edit-employee",
    who: "helena",
    path: "/pages/employees",
    isLong: true,
    prepare: editAna,
  },
  {
    name: "edit-employee-supervisors",
    who: "helena",
    path: "/pages/employees",
    prepare: async (page) => {
      await editAna(page);
      await control(page, "Edit list").click();
      await page.getByRole("dialog").getByRole("listitem").first().waitFor();
    },
  },
  {
    name: "edit-private",
    who: "ana",
    path: "/pages/employeeprivate",
    prepare: open("Edit Ana Lima", "**/pages/editemployeeprivate/*"),
  },
  {
    name: "lists",
    who: "ingrid",
    path: "/pages/settingsdroplist?list=brandModel",
    isLong: true,
    prepare: (page) => page.getByText("not used").first().waitFor(),
  },
  {
    name: "lists-trial",
    who: "ingrid",
    path: "/pages/settingsdroplist",
    isLong: true,
    prepare: async (page) => {
      await control(page, "Try the form").click();
      await control(page, /^Try$/).click();
      await page.getByRole("alert").first().waitFor();
    },
  },
  { name: "lists-refused", who: "ana", path: "/pages/settingsdroplist" },
  { name: "recipients", who: "helena", path: "/pages/recipients" },
  { name: "administration", who: "helena", path: "/pages/audit" },
  {
    name: "administration-record",
    who: "helena",
    path: "/pages/audit",
    prepare: async (page) => {
      const admin = await asPerson(page, PEOPLE.helena);
      await admin.mutation(api.users.update, {
        email: "elif.kaya@lab.example",
        settings: { samplmax: 40, samplmaxr: 3 },
        reason: "She takes over the long-term tests, with all that is kept for them in Lisbon.",
      });
      await page.getByText("Employee Updated").filter({ visible: true }).first().click();
      await page.getByRole("dialog", { name: "Employee Updated" }).waitFor();
    },
  },
  { name: "mail", who: "helena", path: "/pages/mail" },
  { name: "health", who: "helena", path: "/pages/health" },
  { name: "invitations", who: "helena", path: "/pages/invitations" },
  {
    name: "import-people",
    who: "helena",
    path: "/pages/importpeople",
    isLong: true,
    prepare: async (page) => {
      await page.getByLabel("Choose a file").setInputFiles(STAFF_FILE);
      await page.getByText(/^Nothing is saved yet: /).waitFor();
    },
  },
  {
    name: "accept-invitation",
    who: "visitor",
    path: "/auth/sign-in",
    isLong: true,
    prepare: async (page) => {
      const { pathname, search } = new URL(await invitationLink(page));
      await visit(page, pathname + search);
      await settled(page);
    },
  },
  { name: "profile", who: "ana", path: "/pages/profile", isLong: true },
  {
    name: "new-token",
    who: "ana",
    path: "/pages/profile",
    prepare: async (page) => {
      await control(page, "New token").click();
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "terminal", who: "ana", path: `/pages/terminal?challenge=${"0".repeat(64)}` },
  { name: "integrations", who: "helena", path: "/pages/webhooks" },
  {
    name: "new-webhook",
    who: "helena",
    path: "/pages/webhooks",
    prepare: async (page) => {
      await control(page, "Add webhook").click();
      await page.getByRole("dialog").waitFor();
    },
  },
];

/** Changes what other scenes show, so it is played last. */
export const AWAY_SCENES: readonly Scene[] = [
  {
    name: "inbox-away",
    who: "ana",
    path: "/pages/inbox",
    only: "laptop",
    isLong: true,
    prepare: async (page) => {
      await sendBrunoAway(page, await page.evaluate(() => Date.now()));
      await page
        .getByText(/For Bruno Costa/)
        .first()
        .waitFor();
    },
  },
];
