import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, describe, expect, test, vi } from "vitest";
import { EditEmployeeScreen } from "@/features/settings/EditEmployeeScreen";
import type { Employee } from "@/features/settings/settingsValues";
import { ViewerProvider } from "@/hooks/data/useViewer";
import { refusalOf, type RefusalCode } from "#domain/common/errors";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";
import { aPerson } from "../../support/web/webPeople";

/** 'Edit Employee' and its three cards. The server's part: tests/convex/staff/settings.test.ts. */

const admin = aPerson({ email: "admin@company.com", role: "admin" });
const ana = aPerson({ email: "ana@company.com", displayName: "Ana Lima" });
const listed = (email: string, role: string | null, maySupervise = role !== null) => ({
  email,
  displayName: role === null ? null : email.split("@")[0],
  role,
  maySupervise,
});
const refuse =
  (code: RefusalCode, values: Record<string, string> = {}, field?: string) =>
  () => {
    throw new ConvexError(refusalOf(code, values, field));
  };

function backend(employee: Employee = ana) {
  return new FakeConvex()
    .answer("users:get", () => employee)
    .answer("users:update", () => ({ unsupervised: [] }))
    .answer("supervisors:list", () => [
      listed("boss@company.com", "supervisor"),
      listed("typo@company.com", null),
    ])
    .answer("admins:list", () => [listed("admin@company.com", "admin")])
    .answer("users:recipients", () => [
      { email: "bob@company.com", displayName: "Bob Ray", city: "", country: "" },
    ]);
}

async function open(convex: FakeConvex, viewer: Employee = admin) {
  const onLeave = vi.fn();
  const page = (
    <ViewerProvider value={{ ...viewer, standsInFor: [] }}>
      <EditEmployeeScreen uid={ana._id} onLeave={onLeave} />
    </ViewerProvider>
  );
  const rendered = await renderScreen(convex, page);
  await screen.findByRole("heading", { name: "Edit Employee" });
  return { ...rendered, onLeave };
}

const update = () => screen.getByRole("button", { name: "Update" });
const card = (name: string) => {
  const found = screen.getByRole("heading", { name }).closest<HTMLElement>(".rounded-lg");
  if (found === null) throw new Error(`${name} is no card`);
  return within(found);
};

afterEach(cleanup);

describe("the form 'SMS Setting'", () => {
  test("sends only what was changed, with what was seen, and leaves for the employees", async () => {
    const convex = backend();
    const { user, onLeave } = await open(convex);
    await user.selectOptions(screen.getByLabelText("Role"), "supervisor");
    const days = screen.getByLabelText("Days in transit");
    await user.clear(days);
    await user.type(days, "5");
    await user.dblClick(update());
    expect(await screen.findByText("Employee Updated Successfully")).toBeTruthy();
    expect(convex.sent).toEqual([
      {
        name: "users:update",
        args: {
          email: "ana@company.com",
          settings: { role: "supervisor", trInTransitDays: "5" },
          seen: { role: "user", trInTransitDays: 3 },
        },
      },
    ]);
    await waitFor(() => expect(onLeave).toHaveBeenCalledTimes(1));
  });

  test("refuses a threshold that is no whole number, at its field, and sends nothing", async () => {
    const convex = backend();
    const { user } = await open(convex);
    const field = screen.getByLabelText("Samples in use");
    await user.clear(field);
    await user.type(field, "-1");
    await user.click(update());
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Samples in use must be a whole number, 0 or more",
    );
    expect(document.activeElement).toBe(field);
    expect(convex.sent).toEqual([]);
  });

  test("a refusal is 'Employee Updated Error: ' and the server's words, and the form stays", async () => {
    const convex = backend()
      .answer("users:update", refuse("LAST_ADMIN", { email: ana.email }))
      .answer("people:names", () => [{ email: ana.email, displayName: "Ana Lima", photoURL: "" }]);
    const { user, onLeave } = await open(convex);
    await user.selectOptions(screen.getByLabelText("User status"), "Disabled");
    await user.click(update());
    const alert = await screen.findByRole("alert");
    await within(alert).findByText(/^Ana Lima/); // the name comes a moment after the refusal
    expect(alert.textContent).toMatch(
      /^Employee Updated Error: Ana Lima.* is the last admin\. Make someone else an admin first\.$/,
    );
    expect(onLeave).not.toHaveBeenCalled();
  });

  test("names the people who have no supervisor after the change", async () => {
    const convex = backend().answer("users:update", () => ({
      unsupervised: ["kim@company.com"],
    }));
    const { user } = await open(convex);
    await user.selectOptions(screen.getByLabelText("User status"), "Disabled");
    await user.click(update());
    expect(await screen.findByText(/another supervisor: kim@company.com/)).toBeTruthy();
  });

  test("an untouched field follows another admin's change", async () => {
    const convex = backend();
    await open(convex);
    convex.answer("users:get", () => ({ ...ana, role: "admin" }));
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLSelectElement>("Role").value).toBe("admin"),
    );
    expect(screen.queryByText(/Changed by another admin/)).toBeNull();
  });

  test("a touched field says what another admin made of it, and may be kept", async () => {
    const convex = backend();
    const { user } = await open(convex);
    const role = screen.getByLabelText<HTMLSelectElement>("Role");
    await user.selectOptions(role, "supervisor");
    convex.answer("users:get", () => ({ ...ana, role: "admin" }));
    await screen.findByText(/Changed by another admin: Role is now Admin/);
    expect(role.value).toBe("supervisor");
    await user.click(screen.getByRole("button", { name: "Keep mine" }));
    expect(screen.queryByText(/Changed by another admin/)).toBeNull();
    await user.click(update());
    await waitFor(() =>
      expect(convex.sent[0]?.args).toMatchObject({
        settings: { role: "supervisor" },
        seen: { role: "admin" },
      }),
    );
  });

  test("a touched field may take what another admin made of it", async () => {
    const convex = backend();
    const { user } = await open(convex);
    const role = screen.getByLabelText<HTMLSelectElement>("Role");
    await user.selectOptions(role, "supervisor");
    convex.answer("users:get", () => ({ ...ana, role: "admin" }));
    await user.click(await screen.findByRole("button", { name: "Take theirs" }));
    await waitFor(() => expect(role.value).toBe("admin"));
    expect(screen.queryByText(/Changed by another admin/)).toBeNull();
  });

  test("offers as supervisors who may supervise, and not the person themselves", async () => {
    await open(backend());
    await screen.findByRole("option", { name: "boss" });
    const options = within(screen.getByRole("combobox", { name: "Supervisor" })).getAllByRole(
      "option",
    );
    expect(options.map(({ textContent }) => textContent)).toEqual([
      "Select a supervisor…",
      "admin",
      "boss",
    ]);
  });

  test("disabling a person leads to the screen where their samples are handed over", async () => {
    const { user } = await open(backend({ ...ana, answersFor: 4 }));
    await user.selectOptions(screen.getByLabelText("User status"), "Disabled");
    expect(screen.getByText(/They are responsible for 4 samples/)).toBeTruthy();
    const way = screen.getByRole("link", { name: "Hand over and disable" });
    expect(way.getAttribute("href")).toBe(`/pages/leaving/${ana._id}`);
  });

  test("nobody changes their own settings", async () => {
    await open(backend(), ana);
    expect(screen.getByText(/^You cannot change your own role/)).toBeTruthy();
    expect((update() as HTMLButtonElement).disabled).toBe(true);
    expect(screen.getByLabelText<HTMLSelectElement>("Role").disabled).toBe(true);
  });

  test("an address that names nobody says so", async () => {
    await open(backend().answer("users:get", () => null));
    expect(screen.getByText("No such person")).toBeTruthy();
  });
});

describe("the modal of the supervisor list", () => {
  const openModal = async (convex: FakeConvex) => {
    const rendered = await open(convex);
    await rendered.user.click(screen.getByRole("button", { name: "Edit list" }));
    const modal = within(await screen.findByRole("dialog"));
    return { ...rendered, modal, field: modal.getByRole("textbox", { name: "E-mail" }) };
  };

  test.each([
    ["LISTED_EMAIL_MISSING", "", "emailFiled Required"],
    ["LISTED_EMAIL_TAKEN", "boss@company.com", "already exist"],
  ] as const)("ADD shows the refusal %s", async (code, typed, words) => {
    const convex = backend().answer("supervisors:add", refuse(code));
    const { user, modal, field } = await openModal(convex);
    if (typed !== "") await user.type(field, typed);
    await user.click(modal.getByRole("button", { name: "ADD" }));
    expect((await modal.findByRole("alert")).textContent).toBe(words);
  });

  test("ADD says 'Added email Successfully', which goes after three seconds", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    const { user, modal, field } = await openModal(backend());
    await user.type(field, "kim@company.com{Enter}");
    await modal.findByText("Added email Successfully");
    vi.advanceTimersByTime(3_000);
    await waitFor(() => expect(modal.queryByText("Added email Successfully")).toBeNull());
    vi.useRealTimers();
  });

  test("UPDATE of an emptied entry says 'Select Your Model'", async () => {
    const convex = backend();
    const { user, modal } = await openModal(convex);
    await user.click(await modal.findByRole("button", { name: "Rename typo@company.com" }));
    await user.clear(modal.getByRole("textbox", { name: "New value of typo@company.com" }));
    await user.click(modal.getByRole("button", { name: "UPDATE" }));
    expect((await modal.findByRole("alert")).textContent).toBe("Select Your Model");
    expect(convex.sent).toEqual([]);
  });

  test("UPDATE replaces an entry in its row and says 'Updated email Successfully'", async () => {
    const convex = backend();
    const { user, modal } = await openModal(convex);
    await user.click(await modal.findByRole("button", { name: "Rename typo@company.com" }));
    const renamed = modal.getByRole("textbox", { name: "New value of typo@company.com" });
    await user.clear(renamed);
    await user.type(renamed, "kim@company.com");
    await user.click(modal.getByRole("button", { name: "UPDATE" }));
    await modal.findByText("Updated email Successfully");
    expect(convex.sent[0]).toEqual({
      name: "supervisors:update",
      args: { selected: "typo@company.com", email: "kim@company.com" },
    });
  });

  test("Escape ends a renaming, and the modal stays open", async () => {
    const { user, modal } = await openModal(backend());
    await user.click(await modal.findByRole("button", { name: "Rename typo@company.com" }));
    await user.keyboard("{Escape}");
    expect(modal.queryByRole("button", { name: "UPDATE" })).toBeNull();
    expect(screen.getByRole("dialog")).toBeTruthy();
  });

  test("DELETE asks once, naming the entry, and says 'Deleted email Successfully'", async () => {
    const convex = backend();
    const { user, modal } = await openModal(convex);
    await user.click(await modal.findByRole("button", { name: "More for typo@company.com" }));
    await user.click(await screen.findByRole("menuitem", { name: /^DELETE/ }));
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText(/“typo@company.com”/)).toBeTruthy();
    await user.click(question.getByRole("button", { name: "Delete" }));
    await screen.findByText("Deleted email Successfully");
    expect(convex.sent).toEqual([
      { name: "supervisors:remove", args: { selected: "typo@company.com" } },
    ]);
  });

  test("an entry that another admin deleted meanwhile says so while it is renamed", async () => {
    const convex = backend();
    const { user, modal } = await openModal(convex);
    await user.click(await modal.findByRole("button", { name: "Rename typo@company.com" }));
    convex.answer("supervisors:list", () => []);
    await modal.findByText("“typo@company.com” has been deleted.");
  });
});

describe("the lists of supervisors and admins", () => {
  test.each([
    ["Supervisor Setting", "Add Supervisor", "supervisors:addUser", "SUPERVISOR_LISTED"],
    ["Admin definition", "Add Admin", "admins:add", "ADMIN_LISTED"],
  ] as const)(
    "%s: %s sends the picked user and shows the refusal",
    async (title, name, fn, code) => {
      const convex = backend().answer(fn, refuse(code));
      const { user } = await open(convex);
      const users = card(title);
      await user.click(await users.findByRole("radio", { name: /Bob Ray/ }));
      await user.click(users.getByRole("button", { name }));
      expect(convex.sent[0]).toEqual({ name: fn, args: { email: "bob@company.com" } });
      expect((await users.findByRole("alert")).textContent).toBe(refusalOf(code).message);
    },
  );

  test.each([
    ["Supervisor Setting", "Add Supervisor", "supervisors:addUser"],
    ["Supervisor Setting", "Delete Supervisor", "supervisors:removeUser"],
    ["Admin definition", "Add Admin", "admins:add"],
    ["Admin definition", "Delete Admin", "admins:remove"],
  ] as const)("%s: %s asks for a selection", async (title, name, fn) => {
    const { user } = await open(backend().answer(fn, refuse("PERSON_NOT_SELECTED")));
    await user.click(card(title).getByRole("button", { name }));
    expect((await card(title).findByRole("alert")).textContent).toBe(
      "Please select one e-mail first.",
    );
  });

  test("an admin whom another admin took off the list is 'Admin email not found.'", async () => {
    const { user } = await open(backend().answer("admins:remove", refuse("ADMIN_NOT_LISTED")));
    const admins = card("Admin definition");
    await user.click(await admins.findByRole("radio", { name: /admin@/ }));
    await user.click(admins.getByRole("button", { name: "Delete Admin" }));
    expect((await admins.findByRole("alert")).textContent).toBe("Admin email not found.");
  });

  test("each card has its two lists by the documents' names", async () => {
    await open(backend());
    const listsOf = (title: string) =>
      card(title)
        .getAllByRole("heading", { level: 3 })
        .map(({ textContent }) => textContent);
    expect(listsOf("Supervisor Setting")).toEqual(["Users", "Supervisor"]);
    expect(listsOf("Admin definition")).toEqual(["Users", "Admin"]);
  });

  test("a deleted entry and an added admin are confirmed in the documents' words", async () => {
    const { user } = await open(backend());
    const supervisors = card("Supervisor Setting");
    await user.click(await supervisors.findByRole("radio", { name: /boss/ }));
    await user.click(supervisors.getByRole("button", { name: "Delete Supervisor" }));
    await screen.findByText("This Supervisor email was deleted.");

    const admins = card("Admin definition");
    await user.click(await admins.findByRole("radio", { name: /admin@/ }));
    await user.click(admins.getByRole("button", { name: "Delete Admin" }));
    await screen.findByText("This Admin email was deleted.");
    await user.click(admins.getByRole("radio", { name: /Bob Ray/ }));
    await user.click(admins.getByRole("button", { name: "Add Admin" }));
    await screen.findByText("Success to record in AdminModel collection.");
  });
});

describe("the form 'E-mail'", () => {
  const former = { email: "ana.lima@company.com", until: 1 };

  test("sends the present e-mail, the new one and the reason, and stays", async () => {
    const convex = backend({ ...ana, formerEmails: [former] }).answer("users:setEmail", () => null);
    const { user, onLeave } = await open(convex);
    expect(card("E-mail").getByText("Earlier addresses: ana.lima@company.com")).toBeTruthy();
    const field = card("E-mail").getByLabelText("E-mail");
    await user.clear(field);
    await user.type(field, "ana.souza@company.com");
    await user.type(card("E-mail").getByLabelText("Reason"), "married");
    await user.click(card("E-mail").getByRole("button", { name: "Change e-mail" }));
    expect(await screen.findByText("E-mail changed")).toBeTruthy();
    const args = { email: "ana@company.com", newEmail: "ana.souza@company.com", reason: "married" };
    expect(convex.sent).toEqual([{ name: "users:setEmail", args }]);
    expect(onLeave).not.toHaveBeenCalled();
  });

  test("changes nothing while the address is the present one, whatever the reason", async () => {
    const { user } = await open(backend());
    const change = card("E-mail").getByRole<HTMLButtonElement>("button", { name: "Change e-mail" });
    await user.type(card("E-mail").getByLabelText("Reason"), "married");
    expect(change.disabled).toBe(true);
    const field = card("E-mail").getByLabelText("E-mail");
    await user.clear(field);
    await user.type(field, ` ${ana.email.toUpperCase()}`);
    expect(change.disabled).toBe(true);
    await user.type(field, "x");
    expect(change.disabled).toBe(false);
  });

  test("says a refusal at the field and keeps what was typed", async () => {
    const refused = refuse("EMAIL_TAKEN", {}, "newEmail");
    const { user } = await open(backend().answer("users:setEmail", refused));
    const field = card("E-mail").getByLabelText<HTMLInputElement>("E-mail");
    await user.clear(field);
    await user.type(field, "bob@company.com");
    await user.click(card("E-mail").getByRole("button", { name: "Change e-mail" }));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Email is already registered. Please use another one.",
    );
    expect(field.value).toBe("bob@company.com");
  });

  test("is closed for one's own e-mail, and says why", async () => {
    await open(backend(), { ...admin, _id: ana._id });
    expect(screen.getByText("You cannot change your own e-mail. Another admin can.")).toBeTruthy();
    expect(card("E-mail").getByLabelText<HTMLInputElement>("E-mail").disabled).toBe(true);
  });
});
