/**
 * The HTTP API, one row per route. The server's routes (convex/lib/http/httpApi.ts) and the
 * OpenAPI document (openapi.ts) are generated from this table.
 */
import { z } from "../common/zod";
import type { TokenScope } from "../accounts/apiTokens";
import type { ExportName } from "../exports/exportColumns";
import { STATUSES } from "../custody/statuses";
import { editBody, registrationBody, stepBody } from "./bodies";
import type { ApiSchemaName } from "./schemas";

export const API_ROOT = "/api/v1";
/** Path of the OpenAPI document, which needs no token. */
export const OPENAPI_PATH = `${API_ROOT}/openapi.json`;

/** Maximum and default number of rows per page. */
export const MAX_API_PAGE = 200;
const DEFAULT_API_PAGE = 50;

const FILTER_TEXT =
  "Only rows that match; may be repeated: `field=value`, `field=one|another`, `field~part`, " +
  "`date>=2026-01-01`, `date<2026-02-01`";

const filtered = {
  filter: z.array(z.string().max(1_000)).max(20).optional().describe(FILTER_TEXT),
};
const paged = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_API_PAGE)
    .default(DEFAULT_API_PAGE)
    .describe("Maximum number of rows on the page"),
  cursor: z.string().max(2_000).optional().describe("`next` of the previous page"),
};
const status = z.enum(STATUSES).optional().describe("Only samples in this status");
export const API_EXPORT_FORMATS = ["csv", "json", "jsonl"] as const;

const format = z.enum(API_EXPORT_FORMATS).default("csv").describe("File format");

type Answer =
  | { readonly kind: "json"; readonly schema: ApiSchemaName }
  | { readonly kind: "file"; readonly rows: ExportName };

const duplicates = z
  .enum(["flag", "reject"])
  .default("reject")
  .describe("What to do if another sample has one of the IMEIs");

export type ApiMethod = "GET" | "POST" | "PATCH";

export type ApiRoute = {
  readonly method: ApiMethod;
  /** Relative to API_ROOT; `{sample}` is an id, a serial number or an IMEI. */
  readonly path: string;
  readonly summary: string;
  readonly scopes: readonly TokenScope[];
  /** Query parameters; an array is a parameter that may be repeated. */
  readonly query: z.ZodObject;
  /** The JSON body of a change, which also needs an Idempotency-Key; absent: the route reads. */
  readonly body?: z.ZodObject;
  /** The change creates something: its first answer is 201, a repeated one 200. */
  readonly creates?: true;
  readonly answer: Answer;
};

export const API_ROUTES = {
  lookups: {
    method: "GET",
    path: "/lookups",
    summary: "The values of the pick lists",
    scopes: ["lookups"],
    query: z.object({}),
    answer: { kind: "json", schema: "Lookups" },
  },
  samples: {
    method: "GET",
    path: "/samples",
    summary: "The samples that the token's owner sees in the report, page by page",
    scopes: ["samples"],
    query: z.object({ ...paged, ...filtered, status }),
    answer: { kind: "json", schema: "SamplePage" },
  },
  sample: {
    method: "GET",
    path: "/samples/{sample}",
    summary: "One sample by its id, its serial number or an IMEI",
    scopes: ["samples"],
    query: z.object({}),
    answer: { kind: "json", schema: "Sample" },
  },
  sampleHistory: {
    method: "GET",
    path: "/samples/{sample}/history",
    summary: "The history of one sample, newest first, page by page",
    scopes: ["history"],
    query: z.object(paged),
    answer: { kind: "json", schema: "HistoryPage" },
  },
  history: {
    method: "GET",
    path: "/history",
    summary:
      "The history that the token's owner sees, newest first in each of their scopes, page by page",
    scopes: ["history"],
    query: z.object({ ...paged, ...filtered }),
    answer: { kind: "json", schema: "HistoryPage" },
  },
  exportSamples: {
    method: "GET",
    path: "/export/samples",
    summary: "All samples that the token's owner sees in the report, as one file",
    scopes: ["exports", "samples"],
    query: z.object({ ...filtered, status, format }),
    answer: { kind: "file", rows: "samples" },
  },
  exportHistory: {
    method: "GET",
    path: "/export/history",
    summary:
      "All history that the token's owner sees, newest first in each of their scopes, as one file",
    scopes: ["exports", "history"],
    query: z.object({ ...filtered, format }),
    answer: { kind: "file", rows: "history" },
  },
  takeStep: {
    method: "POST",
    path: "/samples/{sample}/steps",
    summary: "Takes a step with a sample, as the token's owner",
    scopes: ["steps"],
    query: z.object({}),
    body: stepBody,
    answer: { kind: "json", schema: "HistoryRecord" },
  },
  register: {
    method: "POST",
    path: "/samples",
    summary: "Registers a sample, as the token's owner",
    scopes: ["registration"],
    query: z.object({ duplicates }),
    body: registrationBody,
    creates: true,
    answer: { kind: "json", schema: "HistoryRecord" },
  },
  edit: {
    method: "PATCH",
    path: "/samples/{sample}",
    summary: "Changes the given fields of a sample, which becomes Registered as of now",
    scopes: ["registration"],
    query: z.object({ duplicates }),
    body: editBody,
    answer: { kind: "json", schema: "HistoryRecord" },
  },
} as const satisfies Record<string, ApiRoute>;

export type ApiRouteName = keyof typeof API_ROUTES;
/** Routes that change something. */
export type ApiWriteName = "takeStep" | "register" | "edit";
/** Values of a route's query parameters. */
export type ApiQuery<Name extends ApiRouteName> = z.infer<(typeof API_ROUTES)[Name]["query"]>;
export type ApiBody<Name extends ApiWriteName> = z.infer<(typeof API_ROUTES)[Name]["body"]>;
