import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Person, PersonName } from "@/components/sample/Person";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";

const NAME = "محمد عبد الرحمن";

test("a name keeps its own direction: cut off it loses its end, and it reorders no text around it", async () => {
  const person = { email: "mo@company.com", displayName: NAME, photoURL: "" };
  await renderScreen(
    new FakeConvex().answer("people:names", () => [person]),
    <>
      <Person email={person.email} />
      <Person email={person.email} withAddress />
      <p>
        Returned by <PersonName email={person.email} /> 30 min ago
      </p>
    </>,
  );
  const names = await screen.findAllByText(NAME, { exact: false });
  const own = names.filter((element) => element.closest("bdi, [dir=auto]") !== null);
  expect(own.length).toBe(3);
  const [cut] = names.filter((element) => element.matches(".truncate"));
  expect(cut?.getAttribute("dir")).toBe("auto");
});
