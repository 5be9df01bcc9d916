import { REPLAYED_HEADER } from "#domain/api/headers";
import type { ApiBody, ApiQuery, ApiWriteName } from "#domain/api/routes";
import { omitUndefined } from "#domain/common/objects";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { privateJson } from "./responses";

type Change<Name extends ApiWriteName> = {
  readonly tokenId: Id<"apiTokens">;
  readonly query: ApiQuery<Name>;
  /** The text in the path's `{sample}`, if the route has one. */
  readonly sample: string;
  readonly body: ApiBody<Name>;
  /** The Idempotency-Key. */
  readonly key: string;
  /** Digest of the whole request. */
  readonly fingerprint: string;
  /** Versions of the sample for which the change was made, or null for any. */
  readonly ifMatch: readonly string[] | null;
};

/** Handlers of the routes that change something, called with all parts of the request validated. */
export const API_CHANGES: {
  readonly [Name in ApiWriteName]: (ctx: ActionCtx, change: Change<Name>) => Promise<Response>;
} = {
  takeStep: async (ctx, { tokenId, key, fingerprint, ifMatch, sample, body: { step, ...rest } }) =>
    answer(
      await ctx.runMutation(internal.apiWrites.takeStep, {
        tokenId,
        key,
        fingerprint,
        ifMatch: ifMatch && [...ifMatch],
        sample,
        step,
        ...omitUndefined(rest),
      }),
    ),
  register: async (ctx, { tokenId, key, fingerprint, query: { duplicates }, body }) =>
    answer(
      await ctx.runMutation(internal.apiWrites.register, {
        tokenId,
        key,
        fingerprint,
        duplicates,
        fields: statedFields(body),
      }),
      201,
    ),
  edit: async (ctx, { tokenId, key, fingerprint, ifMatch, sample, query: { duplicates }, body }) =>
    answer(
      await ctx.runMutation(internal.apiWrites.edit, {
        tokenId,
        key,
        fingerprint,
        ifMatch: ifMatch && [...ifMatch],
        sample,
        duplicates,
        fields: statedFields(body),
      }),
    ),
};

/** Converts the date of a body to epoch ms, as the server's functions take it. */
function statedFields<Body extends { receiveDate?: string | undefined }>({
  receiveDate,
  ...fields
}: Body) {
  const date = receiveDate === undefined ? undefined : Date.parse(receiveDate);
  return omitUndefined({ ...fields, receiveDate: date });
}

function answer(
  { record, isReplayed }: { record: object; isReplayed: boolean },
  status = 200,
): Response {
  const response = privateJson(record, isReplayed ? 200 : status);
  if (isReplayed) response.headers.set(REPLAYED_HEADER, "true");
  return response;
}
