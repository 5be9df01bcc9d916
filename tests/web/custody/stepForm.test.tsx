import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, describe, expect, test, vi } from "vitest";
import { StepScreen } from "@/features/custody/StepScreen";
import type { Id } from "../../../convex/_generated/dataModel";
import { matchesPerson } from "#domain/people/nameSearch";
import type { HandOverStep } from "#domain/custody/workflow";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";
import { aSample } from "../../support/web/webSamples";

const ana = { email: "ana@company.com", role: "user" } as const;
const people = [
  { email: "bo@company.com", displayName: "Bo Lind", city: "Lund", country: "Sweden" },
  { email: "bob@company.com", displayName: "Bob Ray", city: "Austin", country: "United States" },
  { email: "x1@company.com", displayName: "Zoë Müller-Roy", city: "Bonn", country: "Germany" },
];

function open(step: HandOverStep, convex: FakeConvex) {
  return renderScreen(
    convex,
    <StepScreen step={step} sampleId="sample1" actor={ana} timeline={null} />,
  );
}
const withPeople = (convex = new FakeConvex()) =>
  convex
    .answer("samples:get", () => aSample({ _id: "sample1" as Id<"samples"> }))
    .answer("users:recipients", ({ search }) =>
      people.filter((person) => matchesPerson(person, String(search))),
    );

afterEach(cleanup);

describe("the transfer form", () => {
  test("the transfer form hands the sample to the picked colleague, once, and goes back", async () => {
    const convex = withPeople().answer("custody:transfer", () => null);
    const { user, router } = await open("transfer", convex);

    await user.type(await screen.findByRole("combobox"), "bob");
    await user.keyboard("{Enter}");
    await user.dblClick(screen.getByRole("button", { name: "Transfer" }));

    expect(await screen.findByText("Sample In Transit Successfully")).toBeTruthy();
    expect(convex.sent).toHaveLength(1);
    expect(convex.sent[0]).toMatchObject({
      name: "custody:transfer",
      args: { sampleId: "sample1", recipient: "bob@company.com" },
    });
    await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard/homefstransfer"));
  });

  test("the receipt of a step offers to undo it, and says how that went", async () => {
    const convex = withPeople().answer("custody:transfer", () => null);
    const { user } = await open("transfer", convex);
    await user.type(await screen.findByRole("combobox"), "bob{Enter}");
    await user.click(screen.getByRole("button", { name: "Transfer" }));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    const [transfer, undo] = convex.sent;
    expect(undo).toMatchObject({
      name: "custody:undo",
      args: { sampleId: "sample1", stepId: transfer?.args["transactionId"] },
    });
    expect(await screen.findByText("Undone: the sample is as it was before")).toBeTruthy();
  });

  test("the receipt names the sample and the recipient, and goes when something else happens", async () => {
    const convex = withPeople().answer("custody:transfer", () => null);
    const { user } = await open("transfer", convex);
    await user.type(await screen.findByRole("combobox"), "bob{Enter}");
    await user.click(screen.getByRole("button", { name: "Transfer" }));
    const toast = (await screen.findByText("Sample In Transit Successfully")).closest("li");
    expect(toast?.textContent).toMatch(/Samsung .+ → Bob/);
    convex.answer("custody:undoable", () => null);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Undo" })).toBeNull());
  });

  test("a note that was written is not lost by a link, a picked recipient may be", async () => {
    const { user, router } = await open("transfer", withPeople());
    const leave = () => router.navigate({ to: "/dashboard/homefs" });
    await user.type(await screen.findByLabelText(/^Note/), "In the grey box");
    void leave();
    await user.click(await screen.findByRole("button", { name: "Stay here" }));
    const note = screen.getByLabelText<HTMLInputElement>(/^Note/);
    expect(note.value).toBe("In the grey box");
    await user.clear(note);
    await user.type(screen.getByRole("combobox"), "bob{Enter}");
    await leave();
    await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard/homefs"));
  });

  test("a colleague who is away is named with their stand-in, who is one press away", async () => {
    const away = { from: 0, until: Date.UTC(2999, 0, 2), standIn: "bo@company.com" };
    const convex = withPeople().answer("users:recipients", () => [
      { ...people[1], away },
      { ...people[2], away: { ...away, until: 1 } },
    ]);
    const { user } = await open("transfer", convex);
    await user.type(await screen.findByRole("combobox"), "mul{Enter}");
    expect(screen.queryByText(/is away/)).toBeNull(); // back since long ago
    await user.clear(screen.getByRole("combobox"));
    await user.type(screen.getByRole("combobox"), "bob{Enter}");
    await screen.findByText(/^Bob Ray is away until Jan 1, 2999\./);
    await user.click(screen.getByRole("button", { name: "Send to Bo instead?" }));
    expect(screen.queryByText(/is away/)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Transfer" }));
    await waitFor(() => expect(convex.sent).toHaveLength(1));
    expect(convex.sent[0]?.args).toMatchObject({ recipient: "bo@company.com" });
  });

  test("the recipient picker finds a colleague by surname, without accents, from the first letter on", async () => {
    const { user } = await open("transfer", withPeople());
    await user.type(await screen.findByRole("combobox"), "r");
    const names = () => screen.getAllByRole("option").map((option) => option.textContent);
    await waitFor(() => expect(names()).toHaveLength(2));
    await user.keyboard("{Backspace}mul");
    await waitFor(() => expect(names()).toEqual([expect.stringContaining("Zoë Müller-Roy")]));
  });

  test("the recipient picker says that nobody is found only once the server has answered", async () => {
    const searched = vi.fn(({ search }: { search?: unknown }) =>
      search === "zz" ? undefined : people,
    );
    const convex = withPeople().answer("users:recipients", searched);
    const { user } = await open("transfer", convex);
    await user.type(await screen.findByRole("combobox"), "zz");
    expect(screen.getByRole("status").textContent).toBe("Loading…");
    const asked = expect.objectContaining({ search: "zz" }) as object;
    await waitFor(() => expect(searched).toHaveBeenCalledWith(asked));
    expect(screen.getByRole("status").textContent).toBe("Loading…");
    convex.answer("users:recipients", () => []);
    await waitFor(() =>
      expect(screen.getByRole("status").textContent).toBe("No one found for “zz”."),
    );
  });

  test("the recipient picker selects the name of who is picked, so that typing replaces it", async () => {
    const { user } = await open("transfer", withPeople());
    const picker = await screen.findByRole<HTMLInputElement>("combobox");
    await user.type(picker, "bob{Enter}");
    await waitFor(() => expect(picker.value).toBe("Bob Ray"));
    act(() => picker.blur());
    picker.setSelectionRange(3, 3);
    act(() => picker.focus());
    expect([picker.selectionStart, picker.selectionEnd]).toEqual([0, "Bob Ray".length]);
  });

  test("the recipient picker takes a whole e-mail that was typed or pasted", async () => {
    const convex = withPeople().answer("custody:transfer", () => null);
    const { user } = await open("transfer", convex);
    await user.type(await screen.findByRole("combobox"), "Bo@company.com{Enter}");
    await waitFor(() =>
      expect(convex.sent[0]?.args).toMatchObject({ recipient: "bo@company.com" }),
    );
  });

  test("the recipient picker takes a whole e-mail that was pasted before the server answered", async () => {
    const convex = withPeople()
      .answer("custody:transfer", () => null)
      .answer("users:recipients", () => undefined);
    const { user } = await open("transfer", convex);
    await user.click(await screen.findByRole("combobox"));
    await user.paste("bob@company.com");
    withPeople(convex);
    await waitFor(() => expect(screen.queryByRole("option")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Transfer" }));
    await waitFor(() =>
      expect(convex.sent[0]?.args).toMatchObject({ recipient: "bob@company.com" }),
    );
  });

  test.each([
    ["transfer", "Transfer", "No matching user found!"],
    ["requestLost", "Request", "This user does not exist"],
  ] as const)(
    "the form of %s sends a typed e-mail of none of the suggested people, and keeps it with the refusal",
    async (step, button, message) => {
      const convex = withPeople().answer(`custody:${step}`, () => {
        throw new ConvexError({ code: "RECIPIENT_UNKNOWN", message, field: "recipient" });
      });
      const { user } = await open(step, convex);
      const picker = await screen.findByRole<HTMLInputElement>("combobox");
      await user.type(picker, "Eve@company.com");
      if (step === "requestLost") {
        await user.type(screen.getByLabelText("Last seen"), "Gate 12");
        await user.type(screen.getByLabelText("What happened"), "The bag was stolen");
      }
      await user.click(screen.getByRole("button", { name: button }));
      expect((await screen.findByRole("alert")).textContent).toBe(message);
      expect(convex.sent[0]?.args).toMatchObject({ recipient: "eve@company.com" });
      expect(picker.value).toBe("Eve@company.com");
    },
  );

  test("the transfer form asks for a recipient instead of sending nothing", async () => {
    const convex = withPeople();
    const { user } = await open("transfer", convex);
    await user.click(await screen.findByRole("button", { name: "Transfer" }));
    expect((await screen.findByRole("alert")).textContent).toBe("Please select one e-mail first.");
    expect(convex.sent).toHaveLength(0);
  });

  test("a refused transfer shows the server's words and is sent again with the same transaction id", async () => {
    const message = "Error: Required user data is undefined for user bob@company.com";
    const convex = withPeople().answer("custody:transfer", () => {
      throw new ConvexError({ code: "RECIPIENT_INCOMPLETE", message, field: "recipient" });
    });
    const { user } = await open("transfer", convex);
    await user.type(await screen.findByRole("combobox"), "bob{Enter}");
    await user.click(screen.getByRole("button", { name: "Transfer" }));
    expect((await screen.findByRole("alert")).textContent).toBe(message);
    const field = screen.getByRole("combobox", { description: (text) => text.endsWith(message) });
    expect(document.activeElement).toBe(field);

    convex.answer("custody:transfer", () => null);
    await user.click(screen.getByRole("button", { name: "Transfer" }));
    await waitFor(() => expect(convex.sent).toHaveLength(2));
    const [first, second] = convex.sent.map(({ args }) => args.transactionId);
    expect(second).toBe(first);
  });

  test("a failed transfer puts its own words before a failure that has none", async () => {
    const convex = withPeople().answer("custody:transfer", () => {
      throw new Error("a bug");
    });
    const { user } = await open("transfer", convex);
    await user.type(await screen.findByRole("combobox"), "bob{Enter}");
    await user.click(screen.getByRole("button", { name: "Transfer" }));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Sample Updated Error: An unknown error occurred. Please try again.",
    );
  });

  test("the transfer form says how the sample stands once somebody else has acted", async () => {
    const convex = withPeople();
    await open("transfer", convex);
    await screen.findByRole("combobox");

    convex.answer("samples:get", () =>
      aSample({ status: "Request Lost", inOSapprby: "bob@company.com" }),
    );
    const refused = await screen.findByText(
      /^Transfer is not possible now: the sample is Request Lost/,
    );
    expect(refused.textContent).toContain("with Ana <ana@company.com>.");
    expect(screen.queryByRole("combobox")).toBeNull();
  });
});

describe("what is said with a request", () => {
  test("a note and a tracking number go with the transfer, a blank one does not", async () => {
    const convex = withPeople().answer("custody:transfer", () => null);
    const { user } = await open("transfer", convex);
    await user.type(await screen.findByRole("combobox"), "bob{Enter}");
    await user.type(screen.getByLabelText(/^Note/), "With the charger");
    await user.click(screen.getByRole("button", { name: "Transfer" }));
    await waitFor(() => expect(convex.sent).toHaveLength(1));
    expect(convex.sent[0]?.args).toMatchObject({ note: "With the charger" });
    expect(convex.sent[0]?.args).not.toHaveProperty("trackingNumber");
  });

  test("a lost request must say where the sample was last seen and what happened", async () => {
    const convex = withPeople().answer("custody:requestLost", () => null);
    const { user } = await open("requestLost", convex);
    await user.type(await screen.findByRole("combobox"), "bob{Enter}");
    await user.click(screen.getByRole("button", { name: "Request" }));
    const alerts = (await screen.findAllByRole("alert")).map((alert) => alert.textContent);
    expect(alerts).toEqual(["Last seen is required", "What happened is required"]);
    await user.type(screen.getByLabelText("Last seen"), "Gate 12");
    await user.type(screen.getByLabelText("What happened"), "The bag was stolen");
    await user.click(screen.getByRole("button", { name: "Request" }));
    await waitFor(() => expect(convex.sent).toHaveLength(1));
    expect(convex.sent[0]?.args).toMatchObject({
      lastSeen: "Gate 12",
      whatHappened: "The bag was stolen",
    });
  });

  test("the form of a loss shows what happened, and has its button in focus", async () => {
    const convex = new FakeConvex().answer("samples:get", () =>
      aSample({
        status: "Request Lost",
        samplmanag: "bob@company.com",
        inOSapprby: ana.email,
        requestDetails: { lastSeen: "Gate 12", whatHappened: "The bag was stolen" },
      }),
    );
    await open("acknowledgeLost", convex);
    expect(await screen.findByText("Gate 12")).toBeTruthy();
    expect(screen.getByText("The bag was stolen")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Ack Lost" }));
  });
});

describe("the acknowledge form", () => {
  test("the acknowledge form names the reader as manager and receives the sample", async () => {
    const convex = new FakeConvex()
      .answer("samples:get", () =>
        aSample({ status: "In Transit", samplmanag: "bob@company.com", inTransitTo: ana.email }),
      )
      .answer("custody:acknowledgeTransfer", () => null);
    const { user } = await open("acknowledgeTransfer", convex);
    const manager = await screen.findByLabelText("Sample Manager");
    expect(manager.textContent).toContain(ana.email);
    expect(screen.queryByRole("textbox")).toBeNull(); // it cannot be changed: a text, not a field
    await user.click(screen.getByRole("button", { name: "Receive Sample" }));
    expect(await screen.findByText("Sample Transferred Successfully")).toBeTruthy();
  });

  test("the acknowledge form is refused to somebody whom the sample was not sent to", async () => {
    const convex = new FakeConvex().answer("samples:get", () =>
      aSample({ status: "In Transit", inTransitTo: "bob@company.com" }),
    );
    await open("acknowledgeTransfer", convex);
    expect(
      await screen.findByText(
        /^You cannot do this step \(Transfer Acknowledge\): the sample is In Transit/,
      ),
    ).toBeTruthy();
    expect(screen.getByRole("link", { name: /^Request Lost/ })).toBeTruthy();
  });
});

test.each([
  ["transfer", "Sample does not exist!"],
  ["acknowledgeTransfer", "No such document!"],
] as const)("the form of %s says that an unknown sample is missing: %s", async (step, message) => {
  const convex = new FakeConvex()
    .answer("samples:get", () => null)
    .answer("samples:isWithOthers", () => false);
  await open(step, convex);
  expect(await screen.findByText(message)).toBeTruthy();
});
