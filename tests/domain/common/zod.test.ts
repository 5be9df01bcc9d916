import { describe, expect, test } from "vitest";
import { API_ROUTES, type ApiRoute } from "#domain/api/routes";
import { passwordFlows } from "#domain/accounts/passwordFlows";
import { TICKET_FLOWS } from "#domain/accounts/ticketFlows";
import { z } from "#domain/common/zod";
import * as Inputs from "#domain/people/inputs";
import { fullSampleInput, newSampleInput } from "#domain/samples/sampleInputs";

/** How zod's own messages begin. */
const ZODS_OWN = /^(Invalid|Too (big|small)|Unrecognized|Expected|Required)/;

const SCHEMAS: Record<string, z.ZodType> = {
  signIn: Inputs.signInInput("company.com"),
  signUp: Inputs.signUpInput("company.com"),
  signUpWithIssuer: Inputs.signUpInput("company.com", false),
  profile: Inputs.profileInput,
  reset: Inputs.resetInput("company.com"),
  newPassword: Inputs.newPasswordInput,
  changedPassword: Inputs.changedPasswordInput,
  transfer: Inputs.requestInput("transfer"),
  loss: Inputs.requestInput("requestLost"),
  reason: Inputs.reasonInput(true),
  newSample: newSampleInput(),
  fullSample: fullSampleInput(),
  passwordFlows: passwordFlows("company.com"),
  ticketFlows: TICKET_FLOWS,
};
for (const [name, { query, body }] of Object.entries<ApiRoute>(API_ROUTES)) {
  SCHEMAS[`query of ${name}`] = query;
  if (body) SCHEMAS[`body of ${name}`] = body;
}

const fieldsOf = (schema: z.ZodType): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : ["flow", "email", "password"];

describe("a wrong value is described in our words", () => {
  const odd = [undefined, null, 7, NaN, -1e9, "", "x".repeat(20_000), [1, 2], { a: 1 }];

  test.each(Object.entries(SCHEMAS))("%s", (_name, schema) => {
    const inputs: unknown[] = [...odd, { unknown: 1 }];
    for (const value of odd) {
      inputs.push(Object.fromEntries(fieldsOf(schema).map((field) => [field, value])));
    }
    const messages = inputs.flatMap((input) =>
      (schema.safeParse(input).error?.issues ?? []).map(({ message }) => message),
    );
    expect(messages.length).toBeGreaterThan(0);
    expect(messages.filter((message) => ZODS_OWN.test(message))).toEqual([]);
  });

  test.each<[z.ZodType, unknown, string]>([
    [z.number().max(200), 201, "at most 200"],
    [z.string().max(3), "four", "at most 3 characters"],
    [z.array(z.string()).max(1), ["a", "b"], "at most 1 value"],
    [z.string().min(8), "short", "at least 8 characters"],
    [z.int().min(1), 0, "at least 1"],
    [z.int(), 1.5, "must be a whole number"],
    [z.coerce.number(), "many", "must be a number"],
    [z.enum(["csv", "json"]), "xlsx", "one of csv, json"],
    [z.strictObject({}), { a: 1 }, "there is no such field"],
    [z.string(), ["a"], "must be a single text"],
    [z.email(), "a", "not valid"],
    [z.string("Name it"), 1, "Name it"],
  ])("number %#", (schema, value, message) => {
    expect(schema.safeParse(value).error?.issues[0]?.message).toBe(message);
  });
});
