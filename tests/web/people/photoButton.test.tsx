import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import CameraDialog from "@/components/camera/CameraDialog";
import { BarcodeDecoder } from "@/lib/barcodes/decoder";
import { FrameSource } from "@/lib/barcodes/frames";

const PHOTO = new File(["pixels"], "label.jpg", { type: "image/jpeg" });
const close = vi.fn();

beforeEach(() => {
  close.mockClear();
  vi.spyOn(BarcodeDecoder.prototype, "open").mockReturnValue(); // happy-dom runs no workers
  vi.spyOn(FrameSource.prototype, "take").mockReturnValue({} as ImageData); // and draws nothing
  vi.stubGlobal("createImageBitmap", () => Promise.resolve({ close }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a photo where the decoder does not run says so, not that it has no code", async () => {
  const decode = vi.spyOn(BarcodeDecoder.prototype, "decode").mockResolvedValue(["R5CT01"]);
  const onScan = vi.fn();
  render(<CameraDialog onScan={onScan} onClose={vi.fn()} takesMany labelOf={null} />);
  const choose = () => userEvent.upload(screen.getByLabelText("Photo"), PHOTO);
  await choose();
  expect(await screen.findByText("Taken: R5CT01")).toBeTruthy();
  expect(onScan).toHaveBeenCalledExactlyOnceWith("R5CT01");
  expect(close).toHaveBeenCalledTimes(1);

  decode.mockRejectedValue(new Error("no worker"));
  await choose();
  expect(await screen.findByText(/This browser cannot read codes/)).toBeTruthy();
  expect(screen.queryByText("No code found in this photo.")).toBeNull();
  expect(close).toHaveBeenCalledTimes(2);
});

test("a photo without a code says so", async () => {
  vi.spyOn(BarcodeDecoder.prototype, "decode").mockResolvedValue([]);
  render(<CameraDialog onScan={vi.fn()} onClose={vi.fn()} takesMany labelOf={null} />);
  await userEvent.upload(screen.getByLabelText("Photo"), PHOTO);
  expect(await screen.findByText("No code found in this photo.")).toBeTruthy();
});
