/** Recent recipients come first in an empty picker (docs/product.md, "Recipients"). */
import { beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import { adam, ana, bruno, ConvexLab, sara } from "../../support/deployments/convexLab";

let lab: ConvexLab;
beforeEach(async () => {
  lab = await ConvexLab.open();
});

const find = async (by: string, purpose: "transfer" | "return" = "transfer", search = "") => {
  const found = await lab.as(by).query(api.users.recipients, { purpose, search });
  return found.map(({ email, isRecent = false }) => (isRecent ? `${email} (recent)` : email));
};

test("a picker starts with the caller's most recent recipients, latest first, each once", async () => {
  expect(await find(ana)).toEqual([adam, bruno, sara]);
  for (const recipient of [bruno, sara, bruno]) {
    await lab.take("transfer", ana, await lab.register(ana), recipient);
  }
  expect(await find(ana)).toEqual([`${bruno} (recent)`, `${sara} (recent)`, adam]);
  expect(await find(ana, "transfer", "sa")).toEqual([sara]);
});

test("people asked for another step, or by another person, are not among recent recipients", async () => {
  await lab.take("transfer", ana, await lab.register(ana), bruno);
  expect(await find(bruno)).toEqual([adam, ana, sara]);
  expect(await find(ana, "return")).not.toContain(`${bruno} (recent)`);
});

test("a person who has been locked is not offered as a recent recipient", async () => {
  await lab.take("transfer", ana, await lab.register(ana), bruno);
  const settings = { disabled: true };
  await lab.as(adam).mutation(api.users.update, { email: bruno, settings });
  expect(await find(ana)).toEqual([adam, sara]);
});
