import { vi } from "vitest";
import { SampleFormScreen } from "@/features/samples/form/SampleFormScreen";
import { calendarDay, newSampleValues } from "@/features/samples/form/sampleValues";
import type { Viewer } from "@/hooks/data/useViewer";
import { DRAFT_KEY } from "@/lib/sampleDraft";
import type { SampleInput } from "#domain/samples/fields";
import { PICK_LIST_KINDS, PICK_LISTS } from "#domain/samples/pickLists";
import { FakeConvex } from "./fakeConvex";
import { renderScreen } from "./renderApp";

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
  const values = { ...newSampleValues(viewer, calendarDay(new Date())), ...FILLED, ...changes };
  const draft = { owner: viewer.email, page: performance.timeOrigin, values };
  sessionStorage.setItem(DRAFT_KEY, JSON.stringify(draft));
}

const FILLED: Partial<SampleInput> = {
  brand: "Samsung",
  model: "Galaxy A54",
  devTypes: "Signed",
  hwtype: "Mobile",
  os: "Android",
  tNetworks: "5G",
  slots: "Dual",
  simCard: "Nano SIM",
  hwVersion: "DVT",
  serialNumber: "R5CT000001",
  imei1: "356938035643809",
  imei2: "356938035643817",
  deliveredBy: "Courier",
  customers: "Vivo",
  custsamplmanag: "Carla Dias",
  lastmanag: "bob@company.com",
  locationR: "Campinas",
  comments: "New",
};

export function open(convex: FakeConvex, editedId?: string, onLeave = vi.fn(), viewer = ana) {
  return renderScreen(
    convex,
    <SampleFormScreen form="newSample" viewer={viewer} editedId={editedId} onLeave={onLeave} />,
  );
}
export type User = Awaited<ReturnType<typeof open>>["user"];
