import { cleanup, screen } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { refusalOf } from "#domain/common/errors";
import { fakePlaces } from "../../support/web/fakePlaces";
import { backend, open } from "../../support/web/webSampleForm";
import { aSample } from "../../support/web/webSamples";

beforeEach(() => void fakePlaces());

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

describe("Edit Sample", () => {
  test("Edit in the New Sample form starts from the sample, keeps its holder, and updates", async () => {
    const convex = backend()
      .answer("samples:get", () => aSample({ lastmanag: "bob@company.com" }))
      .answer("samples:edit", () => ({ sampleId: "sample1", duplicate: "none" }));
    const { user } = await open(convex, "sample1");
    expect(await screen.findByLabelText("Sample Manager")).toMatchObject({ readOnly: true });
    const model = screen.getByLabelText("Model");
    await user.clear(model);
    await user.type(model, "Galaxy A55");
    await user.click(screen.getByRole("button", { name: "Update" }));
    expect(await screen.findByText("Sample Updated Successfully")).toBeTruthy();
    expect(convex.sent[0]).toMatchObject({
      name: "samples:edit",
      args: { duplicates: "flag", fields: { model: "Galaxy A55", customers: "Vivo" } },
    });
  });

  test("Edit in the New Sample form requires every field but the last manager", async () => {
    const convex = backend()
      .answer("samples:get", () => aSample({ comments: "" }))
      .answer("samples:edit", () => ({ sampleId: "sample1", duplicate: "none" }));
    const { user } = await open(convex, "sample1");
    await user.click(await screen.findByRole("button", { name: "Update" }));
    expect(await screen.findByText("Please provide value in each input field")).toBeTruthy();
    expect(screen.queryByText("Last Manager is required")).toBeNull();

    await user.type(screen.getByLabelText("Comments"), "imported");
    await user.click(screen.getByRole("button", { name: "Update" }));
    expect(await screen.findByText("Sample Updated Successfully")).toBeTruthy();
  });

  test("Edit sends the values the editor saw, and the new ones after another person's change was shown", async () => {
    const refused = refusalOf("EDITED_MEANWHILE", { now: "Model is now Galaxy A56" }, "model");
    const sample = aSample();
    const convex = backend()
      .answer("samples:get", () => sample)
      .answer("samples:edit", () => {
        throw new ConvexError({ ...refused });
      });
    const { user } = await open(convex, "sample1");
    const model = await screen.findByLabelText("Model");
    await user.clear(model);
    await user.type(model, "Galaxy A55");
    await user.click(screen.getByRole("button", { name: "Update" }));
    expect(await screen.findByText(/Model is now Galaxy A56/)).toBeTruthy();

    convex
      .answer("samples:get", () => ({ ...sample, model: "Galaxy A56", customers: "Claro" }))
      .answer("samples:edit", () => ({ sampleId: "sample1", duplicate: "none" }));
    await user.click(screen.getByRole("button", { name: "Update" }));
    expect(await screen.findByText("Sample Updated Successfully")).toBeTruthy();
    const { model: before, customers } = sample;
    expect(convex.sent.map(({ args }) => args)).toMatchObject([
      { fields: { model: "Galaxy A55", customers }, seen: { model: before, customers } },
      { fields: { model: "Galaxy A55", customers }, seen: { model: "Galaxy A56", customers } },
    ]);
  });

  test("Edit is refused while the sample is in transit", async () => {
    const convex = backend().answer("samples:get", () =>
      aSample({ status: "In Transit", inTransitTo: "bob@company.com" }),
    );
    await open(convex, "sample1");
    const refused = await screen.findByText(/^Edit is not possible now: the sample is In Transit/);
    expect(refused.textContent).toContain("with Ana <ana@company.com>.");
  });
});
