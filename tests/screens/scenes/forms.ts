import type { Page } from "playwright-core";
import { demoFields } from "../../../convex/model/demo/devices";
import { DEMO_PEOPLE } from "../../../convex/model/demo/people";
import { control, openSheet, settled, type Scene } from "../scene";

/** Identifiers that the demo lab already uses. */
function takenIdentifiers() {
  const [person] = DEMO_PEOPLE;
  if (person === undefined) throw new Error("the demo has no people");
  return demoFields(0, 0, person.place);
}

const type = (page: Page, label: string, text: string) =>
  page.getByLabel(label, { exact: true }).fill(text);

/** Types a device that the lab already has, and saves. */
const fillTaken = (submit: string) => async (page: Page) => {
  const { serialNumber, imei1 } = takenIdentifiers();
  await control(page, /^Device/).click();
  await type(page, "Brand", "Samsung");
  await type(page, "Serial Number", serialNumber);
  await type(page, "IMEI 1", imei1);
  await page
    .getByText(/already exists/)
    .nth(1)
    .waitFor();
  await control(page, submit).click();
  await page.getByRole("alert").first().waitFor();
};

/** Opens the edit form of a sample that the viewer holds. */
const openEdit = async (page: Page) => {
  await openSheet(page);
  await page.getByRole("dialog").getByRole("link", { name: "Edit", exact: true }).click();
  await page.waitForURL("**/private/editsample/*");
  await settled(page);
};

/** The sample forms. */
export const FORM_SCENES: readonly Scene[] = [
  { name: "new-sample", who: "ana", path: "/dashboard/addsample", isLong: true },
  {
    name: "new-sample-errors",
    who: "ana",
    path: "/dashboard/addsample",
    isLong: true,
    prepare: fillTaken("Save"),
  },
  {
    name: "new-sample-suggestions",
    who: "ana",
    path: "/dashboard/addsample",
    prepare: async (page) => {
      await control(page, /^Device/).click();
      await page.getByLabel("Brand", { exact: true }).pressSequentially("mo");
      await page.getByRole("listbox").getByRole("option").first().waitFor();
    },
  },
  { name: "add-sample", who: "ana", path: "/dashboard/addfs", isLong: true },
  {
    name: "add-sample-errors",
    who: "ana",
    path: "/dashboard/addfs",
    examinedIn: "new-sample-errors",
    isLong: true,
    prepare: fillTaken("Submit"),
  },
  {
    name: "edit-sample",
    who: "ana",
    path: "/dashboard/homefsedit",
    isLong: true,
    prepare: openEdit,
  },
  {
    name: "edit-sample-add-option",
    who: "helena",
    path: "/dashboard/homefsedit",
    prepare: async (page) => {
      await openEdit(page);
      await control(page, /^Add to /).click();
      await page.getByLabel("New value").waitFor();
    },
  },
  {
    name: "unsaved-changes",
    who: "ana",
    path: "/dashboard/addsample",
    prepare: async (page) => {
      await type(page, "Serial Number", "R5CT900ABCD");
      await page
        .getByRole("link", { name: /^(Samples|Transfer)$/ })
        .filter({ visible: true })
        .first()
        .click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
];
