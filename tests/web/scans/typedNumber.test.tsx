import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { TypedNumber } from "@/components/camera/TypedNumber";

afterEach(cleanup);

test("a typed number is taken like a scan, and the field is empty for the next one", async () => {
  const onTyped = vi.fn();
  render(<TypedNumber onTyped={onTyped} />);
  const field = screen.getByLabelText<HTMLInputElement>("Serial number or IMEI");
  await userEvent.type(field, " R5CT01 {Enter}");
  expect(onTyped).toHaveBeenCalledExactlyOnceWith("R5CT01");
  expect(field.value).toBe("");
  await userEvent.type(field, "{Enter}");
  expect(onTyped).toHaveBeenCalledOnce();
});
