/**
 * Requests that must be refused, with the status and SCIM type of the answer. `{id}`: a user whom
 * the directory created; `{admin}`: the last admin; `{other}`: an existing address.
 */
import { ENTERPRISE_USER } from "#domain/scim/messages";
import { patch } from "./bodies";

type Case = {
  readonly title: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  readonly scimType?: string;
};

const filter = (title: string, text: string): Case => ({
  title: `a filter with ${title}`,
  method: "GET",
  path: `/Users?filter=${encodeURIComponent(text)}`,
  status: 400,
  scimType: "invalidFilter",
});

const create = (title: string, body: unknown, scimType = "invalidValue", status = 400): Case => ({
  title: `a new user ${title}`,
  method: "POST",
  path: "/Users",
  body,
  status,
  scimType,
});

const change = (title: string, body: unknown, scimType: string, path = "/Users/{id}"): Case => ({
  title: `a PATCH ${title}`,
  method: "PATCH",
  path,
  body,
  status: 400,
  scimType,
});

const sent = (title: string, rest: Omit<Case, "title" | "method" | "path">): Case => ({
  title: `a body ${title}`,
  method: "POST",
  path: "/Users",
  ...rest,
});

const at = (method: string, path: string, status: number, body?: unknown): Case => ({
  title: `${method} ${path}`,
  method,
  path,
  body,
  status,
});

const manager = (value: unknown) =>
  patch({ op: "replace", path: `${ENTERPRISE_USER}:manager`, value });

export const HOSTILE_CASES: readonly Case[] = [
  filter("a second condition", 'userName eq "a@company.com" or userName sw "a"'),
  filter("another operator", 'userName co "a"'),
  filter("an attribute that is not searched", 'passPort eq "P1"'),
  filter("a quotation mark that ends its text", 'userName eq "a" or "1" eq "1"'),
  filter("an open quotation mark", 'userName eq "a'),
  filter("a broken escape", 'userName eq "\\u12"'),
  filter("no quotation marks", "userName eq helena"),
  filter("a group", '(userName eq "a@company.com")'),
  filter("a nested filter", 'emails[value sw "a"].value eq "a"'),
  filter("10,000 characters", `userName eq "${"x".repeat(10_000)}"`),
  filter("nothing", ""),

  create("without a userName", { active: true }),
  create("of a foreign domain", { userName: "eve@elsewhere.example" }),
  create("of a subdomain", { userName: "eve@sub.company.com" }),
  create("with two addresses in one", { userName: "eve@company.com,eve@elsewhere.example" }),
  create("with a Kelvin sign", { userName: "\u212Aevin@company.com" }),
  create("whose userName is a number", { userName: 7 }),
  create("whose userName is an object", { userName: { $ne: null } }),
  create("whose name is a list", { userName: "eve@company.com", displayName: ["a", "b"] }),
  create("with a name of 300 characters", {
    userName: "eve@company.com",
    displayName: "x".repeat(300),
  }),
  create("with the address of another", { userName: "{other}" }, "uniqueness", 409),
  create("with the address of another in capitals", { userName: "{OTHER}" }, "uniqueness", 409),
  create("with a former address of another", { userName: "{former}" }, "uniqueness", 409),
  create("whose manager is no one", {
    userName: "eve@company.com",
    [ENTERPRISE_USER]: { manager: { value: "j57nobody" } },
  }),
  create("whose active is a word", { userName: "eve@company.com", active: "maybe" }),
  create("that is a list", [{ userName: "eve@company.com" }], "invalidSyntax"),
  create("that is null", null, "invalidSyntax"),

  change(
    "of an unknown attribute",
    patch({ op: "add", path: "role", value: "admin" }),
    "invalidPath",
  ),
  change("of a field of SMS", patch({ op: "add", path: "passPort", value: "P1" }), "invalidPath"),
  change(
    "of an unknown schema",
    patch({ op: "add", path: "urn:example:role", value: 1 }),
    "invalidPath",
  ),
  change(
    "with a path of brackets",
    patch({ op: "add", path: "[[[[".repeat(60), value: 1 }),
    "invalidPath",
  ),
  change("whose path is a number", patch({ op: "add", path: "", value: 7 }), "invalidValue"),
  change("with an unknown operation", patch({ op: "move", path: "active" }), "invalidSyntax"),
  change("without operations", { schemas: [] }, "invalidSyntax"),
  change("with no operation", patch(), "invalidSyntax"),
  change(
    "with 101 operations",
    patch(...Array.from({ length: 101 }, () => ({ op: "add", path: "title", value: "x" }))),
    "invalidSyntax",
  ),
  change("whose operations are texts", { Operations: ["replace"] }, "invalidSyntax"),
  change("that removes without a path", patch({ op: "remove" }), "noTarget"),
  change("that removes the userName", patch({ op: "remove", path: "userName" }), "mutability"),
  change("that removes active", patch({ op: "remove", path: "active" }), "mutability"),
  change(
    "whose active is a number",
    patch({ op: "add", path: "active", value: 0 }),
    "invalidValue",
  ),
  change("to a foreign userName", userName("eve@elsewhere.example"), "invalidValue"),
  change("to a manager of a foreign domain", manager("eve@elsewhere.example"), "invalidValue"),
  change("to a manager who is a list", manager(["a", "b"]), "invalidValue"),
  change("to oneself as the manager", manager("{id}"), "invalidValue"),
  change(
    "that deactivates the last admin",
    patch({ op: "replace", value: { active: false } }),
    "mutability",
    "/Users/{admin}",
  ),
  { ...at("DELETE", "/Users/{admin}", 400), scimType: "mutability" },
  {
    ...change("to the userName of another", userName("{other}"), "uniqueness"),
    status: 409,
  },

  sent("that is no JSON", { text: "{", status: 400, scimType: "invalidSyntax" }),
  sent("of another type", {
    text: "userName=eve@company.com",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    status: 415,
  }),
  sent("of 100,000 characters", {
    body: { userName: "eve@company.com", title: "x".repeat(100_000) },
    status: 413,
  }),
  sent("of two megabytes", { text: `"${"x".repeat(2_000_000)}"`, status: 413 }),
  sent("of 100,000 nested lists", { text: "[".repeat(100_000), status: 400 }),

  at("GET", "/Users/none", 404),
  at("GET", "/Users/%00", 404),
  at("GET", "/Users/%", 404),
  at("GET", "/Users/{id}/manager", 404),
  at("PATCH", "/Users/none", 404, patch({ op: "replace", path: "active", value: false })),
  at("DELETE", "/Users/none", 404),
  at("POST", "/Users/.search", 404, {}),
  at("DELETE", "/Users", 404),
  at("GET", "/Schemas/urn:example", 404),
  at("GET", "/Me", 404),
  at("POST", "/Bulk", 501, { Operations: [] }),
  at("POST", "/Groups", 501, { displayName: "Admins" }),
];

function userName(value: string) {
  return patch({ op: "replace", path: "userName", value });
}
