import { act, cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Id } from "../../../convex/_generated/dataModel";
import { LabelsScreen } from "@/features/labels/LabelsScreen";
import { catchSavedFiles } from "../../support/web/savedFiles";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";
import { aSample } from "../../support/web/webSamples";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test("labels are neither printed nor saved before all their samples are here", async () => {
  const ids = Array.from({ length: 26 }, (_, place) => `s${place}`); // more than one query asks for
  const found = (values: unknown) =>
    (values as string[]).map((value) => ({ value, outcome: "found", sample: aSample() }));
  const convex = new FakeConvex().answer("baskets:resolve", ({ values }) =>
    (values as string[]).includes("s25") ? undefined : found(values),
  );
  await renderScreen(convex, <LabelsScreen ids={ids} />);
  const buttons = () =>
    ["ZPL", "Print"].map((name) => screen.getByRole<HTMLButtonElement>("button", { name }));
  expect(buttons().map(({ disabled }) => disabled)).toEqual([true, true]);
  act(() => void convex.answer("baskets:resolve", ({ values }) => found(values)));
  await screen.findByText("26 samples");
  expect(buttons().map(({ disabled }) => disabled)).toEqual([false, false]);
});

describe("a label of another size", () => {
  const savedFile = catchSavedFiles();
  const found = (values: unknown) =>
    (values as string[]).map((value) => ({
      value,
      outcome: "found",
      sample: aSample({
        _id: value as Id<"samples">,
        serialNumber: "SN001",
        imei1: "357309117710016",
      }),
    }));
  const open = async () => {
    const convex = new FakeConvex().answer("baskets:resolve", ({ values }) => found(values));
    await renderScreen(convex, <LabelsScreen ids={["s1"]} />);
    return await screen.findByRole("article", { name: "SN001" });
  };

  test("shows the IMEI, takes the size that is typed, and is remembered by this browser", async () => {
    const user = userEvent.setup();
    const label = await open();
    expect(label.textContent).toContain("IMEI 357309117710016");
    await user.selectOptions(screen.getByLabelText("Printed on"), "Roll, another size");
    const width = screen.getByLabelText("Width, mm");
    await user.clear(width);
    await user.type(width, "80");
    await user.click(screen.getByLabelText("Larger texts"));
    await user.selectOptions(screen.getByLabelText("Printer (ZPL)"), "300 dpi");
    expect(screen.getByRole("article", { name: "SN001" }).style.width).toBe("80mm");

    await user.click(screen.getByRole("button", { name: "ZPL" }));
    const program = new TextDecoder().decode((await savedFile()).bytes);
    expect(program).toContain(`^PW${Math.round(80 * 11.8)}^LL`);

    cleanup();
    expect((await open()).style.width).toBe("80mm");
    expect(screen.getByLabelText<HTMLInputElement>("Larger texts").getAttribute("data-state")).toBe(
      "checked",
    );
  });

  test("stays as it was while an impossible one is typed", async () => {
    localStorage.setItem("sms.labels", '{"formatId":"custom","width":1e9,"height":"x"}');
    const user = userEvent.setup();
    expect((await open()).style.width).toBe("62mm");
    const width = screen.getByLabelText<HTMLInputElement>("Width, mm");
    await user.clear(width);
    await user.type(width, "9000");
    await user.tab();
    expect(screen.getByRole("article", { name: "SN001" }).style.width).not.toBe("9000mm");
    expect(Number(width.value)).toBeLessThanOrEqual(300);
  });
});
