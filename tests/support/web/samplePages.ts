import type { SampleRow } from "#domain/samples/compactRows";
import type { FakeConvex } from "./fakeConvex";

type PageArgs = {
  scope: string;
  status: string;
  paginationOpts: { cursor: string | null; numItems: number };
};

/**
 * Makes `server` answer pages of these samples, all of them in `scope`. @param onAsked called with
 * the status of each requested page
 */
export function answerSamples(
  server: FakeConvex,
  samples: readonly SampleRow[],
  scope = "mine",
  onAsked: (status: string) => void = () => undefined,
) {
  return server.answer("samples:list", (args) => {
    const asked = args as PageArgs;
    onAsked(asked.status);
    const rows = samples.filter(({ status }) => asked.scope === scope && asked.status === status);
    const from = Number(asked.paginationOpts.cursor ?? 0);
    const before = from + asked.paginationOpts.numItems;
    return {
      page: structuredClone(rows.slice(from, before)), // new objects, as if received
      isDone: before >= rows.length,
      continueCursor: String(before),
    };
  });
}
