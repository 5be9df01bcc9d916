import { z } from "../common/zod";
import { REFUSALS } from "../common/errors";
import { keysOf } from "../common/objects";
import { PICK_LISTS, PICK_LIST_KINDS } from "../samples/pickLists";
import { WEBHOOK_EVENTS } from "./webhooks";
import { historyRecordSchema, sampleSchema } from "./rows";

const page = (rows: z.ZodType) =>
  z.object({
    rows: z.array(rows),
    next: z
      .string()
      .nullable()
      .describe("Cursor of the next page, which may have no rows; null after the last"),
  });

/** The response schemas of the HTTP API, by their names in the OpenAPI document. */
export const API_SCHEMAS = {
  Lookups: z
    .object(
      Object.fromEntries(
        PICK_LIST_KINDS.map((kind) => [kind, z.array(z.string()).describe(PICK_LISTS[kind].label)]),
      ),
    )
    .describe("The values of the ten pick lists."),
  Sample: sampleSchema,
  SamplePage: page(sampleSchema),
  HistoryRecord: historyRecordSchema,
  HistoryPage: page(historyRecordSchema),
  WebhookEvent: z
    .object({
      id: z.string().describe("Id of the delivery; the same when it is repeated"),
      event: z.enum(WEBHOOK_EVENTS),
      createdAt: z.iso.datetime().describe("Time of the change"),
      data: historyRecordSchema.nullable().describe("Null in a test that an admin sends"),
    })
    .describe("The body of a webhook's delivery."),
  Error: z
    .object({
      type: z.literal("about:blank"),
      title: z.string().describe("The status in words"),
      status: z.number().int().describe("The HTTP status"),
      detail: z.string().describe("The same as `message`"),
      code: z.enum(keysOf(REFUSALS)).describe("For programs; it stays"),
      message: z.string().describe("For people; it may be reworded"),
      field: z.string().optional().describe("The parameter or field that is wrong"),
    })
    .describe("The reason why a request was refused (RFC 9457)."),
} as const;

export type ApiSchemaName = keyof typeof API_SCHEMAS;
