import { beforeEach, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import { convexBackend, type ConvexBackend } from "../../support/deployments/convexBackend";
import { refusedWith } from "../../support/refusals";
import { aSample, FIRST_PAGE, newTransactionId } from "../../support/samples";

type Fields = ReturnType<typeof aSample>;

const ana = "ana@company.com";
const adam = "adam@company.com";

let backend: ConvexBackend;
beforeEach(async () => {
  backend = await convexBackend();
  await backend.addPeople([
    { email: ana, role: "user" },
    { email: adam, role: "admin" },
  ]);
});

const register = (fields: Fields) =>
  backend.as(ana).mutation(api.samples.register, {
    transactionId: newTransactionId(),
    duplicates: "reject",
    fields,
  });
/** Submits the form that was opened on `seen`, with `change` typed in it. */
const edit = (by: string, sampleId: string, seen: Fields, change: Partial<Fields>) =>
  backend.as(by).mutation(api.samples.edit, {
    transactionId: newTransactionId(),
    sampleId,
    duplicates: "reject",
    fields: { ...seen, ...change },
    seen,
  });
const see = (sampleId: string) => backend.as(ana).query(api.samples.get, { sampleId });

describe("an edit of a sample that another user has edited in the meantime", () => {
  test("keeps what others changed since the editor saw the sample", async () => {
    const fields = aSample();
    const { sampleId } = await register(fields);
    await edit(adam, sampleId, fields, { brand: "Samsung", customers: "Vivo" });
    await edit(ana, sampleId, fields, { comments: "checked" });
    expect(await see(sampleId)).toMatchObject({
      brand: "Samsung",
      customers: "Vivo",
      comments: "checked",
    });
    const options = { sampleId, paginationOpts: FIRST_PAGE };
    const [latest] = (await backend.as(ana).query(api.history.forSample, options)).page;
    expect(latest?.changes?.map(({ field }) => field)).toEqual(["comments"]);
  });

  test("is refused for a field that another user has changed, and states its current value", async () => {
    const fields = aSample();
    const { sampleId } = await register(fields);
    await edit(adam, sampleId, fields, { comments: "cracked" });
    expect(await refusedWith(edit(ana, sampleId, fields, { comments: "checked" }))).toEqual({
      code: "EDITED_MEANWHILE",
      field: "comments",
      message: "Someone else has changed this: Comments is now cracked",
    });
    const present = { ...fields, comments: "cracked" };
    await edit(ana, sampleId, present, { comments: "checked" });
    expect((await see(sampleId))?.comments).toBe("checked");
  });
});
