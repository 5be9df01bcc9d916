import { vi } from "vitest";
import { SampleFormScreen } from "@/features/samples/form/SampleFormScreen";
import { calendarDay, newSampleValues, sampleValues } from "@/features/samples/form/sampleValues";
import type { Viewer } from "@/hooks/data/useViewer";
import { DRAFT_KEY } from "@/lib/sampleDraft";
import type { SampleInput } from "#domain/samples/fields";
import { PICK_LIST_KINDS, PICK_LISTS } from "#domain/samples/pickLists";
import { FakeConvex } from "./fakeConvex";
import { renderScreen } from "./renderApp";
import { aSample } from "./webSamples";

export const ana = {
  email: "ana@company.com",
  role: "user",
  country: "Brazil",
  userLocation: "São Paulo, Brazil",
  phoneNumber: "+55 11 99999 0000",
} as Viewer;

/** Answers the queries of an open form. */
export const backend = () =>
  new FakeConvex()
    .answer("lookups:options", () =>
      Object.fromEntries(PICK_LIST_KINDS.map((kind) => [kind, PICK_LISTS[kind].values])),
    )
    .answer("identifiers:check", () => [])
    .answer("users:recipients", () => [
      {
        email: "bob@company.com",
        displayName: "Bob Ray",
        city: "Austin",
        country: "United States",
      },
    ])
    .answer("samples:register", () => ({ sampleId: "sample1", duplicate: "none" }));

/** Leaves a draft of `viewer` with every field filled, from which their next new sample begins. */
export function leaveDraft(changes: Partial<SampleInput> = {}, viewer = ana): void {
  const device = aSample({ serialNumber: "R5CT000001", lastmanag: "bob@company.com" });
  const likely = Object.entries(newSampleValues(viewer, calendarDay(new Date())));
  const known = Object.fromEntries(likely.filter(([, value]) => value !== ""));
  const values = { ...sampleValues(device), ...known, ...changes };
  const draft = { owner: viewer.email, page: performance.timeOrigin, values };
  sessionStorage.setItem(DRAFT_KEY, JSON.stringify(draft));
}

export function open(convex: FakeConvex, editedId?: string, onLeave = vi.fn(), viewer = ana) {
  return renderScreen(
    convex,
    <SampleFormScreen form="newSample" viewer={viewer} editedId={editedId} onLeave={onLeave} />,
  );
}
export type User = Awaited<ReturnType<typeof open>>["user"];
