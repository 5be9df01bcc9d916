import { waitFor } from "@testing-library/react";
import { beforeEach, expect, vi } from "vitest";

/** Catches the files that a page saves. Returns a function that waits for a test's only file. */
export function catchSavedFiles() {
  const saved: { name: string; blob: Blob }[] = [];
  beforeEach(() => {
    saved.length = 0;
    let latest = new Blob();
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
      latest = blob as Blob;
      return "blob:file";
    });
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, blob: latest });
    });
  });
  return async () => {
    await waitFor(() => expect(saved).toHaveLength(1));
    const [file] = saved;
    if (file === undefined) throw new Error("No file was saved");
    return { name: file.name, bytes: new Uint8Array(await file.blob.arrayBuffer()) };
  };
}
