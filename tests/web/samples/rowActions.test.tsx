import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { RowActions } from "@/features/samples/list/RowActions";
import type { ListName } from "#domain/samples/lists";
import type { Status } from "#domain/custody/statuses";
import { PENDING_FIELDS, type Actor } from "#domain/custody/workflow";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";
import { aSample } from "../../support/web/webSamples";

/** The buttons of the lists' rows, by list, status and reader, and the forms they lead to. */

const PEOPLE = {
  manager: { email: "hugo@company.com", role: "user" },
  asked: { email: "paula@company.com", role: "user" },
  standIn: {
    email: "tess@company.com",
    role: "user",
    standsInFor: [{ email: "paula@company.com", fields: PENDING_FIELDS }],
  },
  admin: { email: "adam@company.com", role: "admin" },
  supervisor: { email: "sara@company.com", role: "supervisor" },
  registrant: { email: "rita@company.com", role: "user" },
} as const satisfies Record<string, Actor>;
type Person = keyof typeof PEOPLE;

const FORMS = {
  Transfer: "/private/transferfs/",
  Return: "/private/returnfs/",
  "Request Lost": "/private/outofservicefs/",
  "Ack Lost": "/private/outofservicefs/osacknowledgefs/",
} as const;
const RECEIVE: Partial<Record<Status, string>> = {
  "In Transit": "/private/acknowledgefs/",
  "In Return": "/private/racknowledgefs/",
};

/** The person that a row of this status waits for. */
const ASKED: Partial<Record<Status, object>> = {
  "In Transit": { inTransitTo: PEOPLE.asked.email },
  "In Return": { inReturnTo: PEOPLE.asked.email },
  "Request Lost": { inOSapprby: PEOPLE.asked.email },
};

afterEach(cleanup);

const ROWS: [ListName, Status, Partial<Record<Person, string>>][] = [
  ["open", "Registered", { manager: "Transfer", admin: "Transfer" }],
  ["open", "In Use", { manager: "Transfer", admin: "Transfer" }],
  ["open", "In Transit", { manager: "Take back", asked: "Receive", admin: "Receive" }],
  ["open", "In Return", { manager: "Take back", asked: "Receive" }],
  ["open", "Request Lost", { manager: "Take back", asked: "Ack Lost", admin: "Ack Lost" }],
  ["report", "In Transit", { manager: "Take back", asked: "Receive", admin: "Receive" }],
  ["transfer", "Registered", { manager: "Transfer", admin: "Transfer" }],
  ["transfer", "In Use", { manager: "Transfer", admin: "Transfer" }],
  ["transfer", "In Transit", { manager: "Take back", asked: "Receive", admin: "Receive" }],
  ["return", "Registered", { manager: "Return", admin: "Return" }],
  ["return", "In Use", { manager: "Return", admin: "Return" }],
  ["return", "In Return", { manager: "Take back", asked: "Receive" }],
  ["lost", "Registered", { manager: "Request Lost", admin: "Request Lost" }],
  ["lost", "In Use", { manager: "Request Lost", admin: "Request Lost" }],
  ["lost", "Request Lost", { manager: "Take back", asked: "Ack Lost", admin: "Ack Lost" }],
  ["delete", "Registered", {}],
];

test("the Delete list names the only person who can delete a row, or says that no one can", async () => {
  const { email } = PEOPLE.registrant;
  for (const [samplmanag, text] of [
    [email, /^Only rita.* can delete it/i],
    [PEOPLE.manager.email, /^Handed over, cannot be deleted/],
  ] as const) {
    const sample = aSample({ samplmanag, registeredby: email });
    const row = <RowActions list="delete" sample={sample} actor={PEOPLE.admin} />;
    const { container } = await renderScreen(new FakeConvex(), row);
    expect(container.textContent).toMatch(text);
    expect(screen.queryByRole("button")).toBeNull();
    cleanup();
  }
});

test("the Delete list offers deletion to a holder who registered the sample", async () => {
  const { email } = PEOPLE.manager;
  const sample = aSample({ samplmanag: email, registeredby: email });
  const row = <RowActions list="delete" sample={sample} actor={PEOPLE.manager} />;
  await renderScreen(new FakeConvex(), row);
  expect(screen.getByRole("button").textContent).toBe("Delete");
});

describe.each(ROWS)("in the %s list, a %s sample", (list, status, offered) => {
  // A stand-in has the buttons of the person asked.
  const offeredTo = (person: Person) => offered[person === "standIn" ? "asked" : person];

  test.each(Object.keys(PEOPLE) as Person[])(
    "offers the %s their own step alone",
    async (person) => {
      const sample = aSample({
        status,
        samplmanag: PEOPLE.manager.email,
        registeredby: PEOPLE.registrant.email,
        ...ASKED[status],
      });
      await renderScreen(
        new FakeConvex(),
        <RowActions list={list} sample={sample} actor={PEOPLE[person]} />,
      );
      const buttons = [...screen.queryAllByRole("link"), ...screen.queryAllByRole("button")];
      const expected = offeredTo(person);
      expect(buttons.map(({ textContent }) => textContent)).toEqual(expected ? [expected] : []);
      // Whoever is asked receives in place; an admin, who helps out, reads the form first.
      const isInPlace = expected === "Receive" && person !== "admin";
      const form = isInPlace
        ? undefined
        : expected === "Receive"
          ? RECEIVE[status]
          : FORMS[expected as keyof typeof FORMS];
      expect(buttons[0]?.getAttribute("href") ?? undefined).toBe(form && `${form}${sample._id}`);
    },
  );
});
