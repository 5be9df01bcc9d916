import { z } from "../common/zod";
import { TOKEN_PREFIX } from "../accounts/apiTokens";
import { EXPORT_TYPES } from "../exports/exportWriter";
import { omitUndefined } from "../common/objects";
import { WEBHOOK_HEADERS } from "./webhooks";
import { IDEMPOTENCY_HEADER, PROBLEM_TYPE, REPLAYED_HEADER } from "./headers";
import { API_ROOT, API_ROUTES, type ApiRoute } from "./routes";
import { API_SCHEMAS, type ApiSchemaName } from "./schemas";

/**
 * Descriptions of the error statuses that every route may return, each with an `Error` as its body.
 */
const ERROR_STATUSES = {
  400: "A parameter is unknown or not valid",
  401: "The token is missing, unknown, expired or revoked, or its owner is disabled",
  403: "The token lacks a scope",
  404: "The token's owner sees no such sample",
  409: "Several samples share the identifier, or the sample's status does not allow the step",
  412: "The sample has changed since the version in `If-Match`",
  422: "The Idempotency-Key was used for another change",
  429: "Too many requests with the token, or its owner runs two exports; `Retry-After` says in how many seconds to try again",
} as const;

/**
 * Returns the OpenAPI 3.1 document of the HTTP API.
 *
 * @param serverUrl where the API is served, for example `https://sms.example.com`
 */
export function openApiDocument({ title, serverUrl }: { title: string; serverUrl: string }) {
  return {
    openapi: "3.1.0",
    info: {
      title,
      version: "1",
      description:
        "A token sees what its owner may see, and does what its owner may do, at the moment of the request. " +
        "Fields may be added; ignore those that you do not know.",
    },
    servers: [{ url: serverUrl }],
    security: [{ token: [] }],
    paths: paths(),
    webhooks: { change: { post: delivery() } },
    components: {
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: `A token of the Profile, which begins with \`${TOKEN_PREFIX}\`.`,
        },
      },
      schemas: schemaComponents(),
    },
  };
}

function paths() {
  const found: Record<string, Record<string, object>> = {};
  for (const [name, route] of Object.entries<ApiRoute>(API_ROUTES)) {
    const path = `${API_ROOT}${route.path}`;
    found[path] = { ...found[path], [route.method.toLowerCase()]: operation(name, route) };
  }
  return found;
}

function operation(name: string, route: ApiRoute) {
  const errors = Object.entries(ERROR_STATUSES).map(([status, description]) => [
    status,
    problem(description),
  ]);
  const answered = { headers: answerHeaders(route), content: contentOf(route.answer) };
  return {
    operationId: name,
    summary: route.summary,
    description: `Scopes: ${route.scopes.join(", ")}.`,
    parameters: [
      ...pathParameters(route.path),
      ...queryParameters(route.query),
      ...headerParameters(route),
    ],
    ...(route.body && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: withoutDialect(plainSchema(route.body)) } },
      },
    }),
    responses: {
      ...(route.creates && { 201: { ...answered, description: "Created" } }),
      200: {
        ...answered,
        description: route.creates ? "Created earlier: a repeated change" : "OK",
      },
      ...(hasEntityTag(route) && {
        304: { description: "You have this version: `If-None-Match`" },
      }),
      ...(route.answer.kind === "file" && {
        303: {
          description:
            "On Convex Cloud and self-hosted Convex: the file is at `Location`, which needs no token",
        },
        413: problem(
          "Not on the embedded server: the file would be larger than 160 MiB. Use a filter",
        ),
      }),
      ...(Object.fromEntries(errors) as object),
    },
  };
}

const problem = (description: string) => ({
  description,
  content: { [PROBLEM_TYPE]: { schema: reference("Error") } },
});

/** Reads of JSON have an entity tag; files are streamed, so none. */
const hasEntityTag = ({ method, answer }: ApiRoute) => method === "GET" && answer.kind === "json";

/** Changes of a sample may name the version that they are made for. */
const takesVersion = ({ body, path }: ApiRoute) => body !== undefined && path.includes("{sample}");

const IDEMPOTENCY_PARAMETER = {
  name: IDEMPOTENCY_HEADER,
  in: "header",
  required: true,
  description:
    "1 to 100 characters of your choice, new for each change. A repeated request with the same " +
    `key and body changes nothing and gets the first answer, with \`${REPLAYED_HEADER}: true\`.`,
  schema: { type: "string", minLength: 1, maxLength: 100 },
};

function headerParameters(route: ApiRoute) {
  const tag = (name: string, description: string) => ({
    name,
    in: "header",
    description,
    schema: { type: "string" },
  });
  return [
    ...(route.body ? [IDEMPOTENCY_PARAMETER] : []),
    ...(hasEntityTag(route) ? [tag("If-None-Match", "`ETag` of an answer that you have")] : []),
    ...(takesVersion(route) ? [tag("If-Match", "`ETag` of the sample that you read")] : []),
  ];
}

function answerHeaders(route: ApiRoute) {
  const header = (description: string) => ({ description, schema: { type: "string" } });
  return {
    "RateLimit-Policy": header("The token's limits: `q` requests in `w` seconds"),
    RateLimit: header("What is left of them: `r` requests, whole again in `t` seconds"),
    ...(hasEntityTag(route) && { ETag: header("Version of this answer") }),
    ...(route.body && { [REPLAYED_HEADER]: header("`true` if the change was made earlier") }),
  };
}

function withoutDialect({ $schema, ...schema }: ReturnType<typeof plainSchema>) {
  return schema;
}

/** A webhook delivery: the request that the server sends and the response that it expects. */
function delivery() {
  const header = (name: string, description: string) => ({
    name,
    in: "header",
    required: true,
    description,
    schema: { type: "string" },
  });
  return {
    summary: "A sample changed",
    security: [],
    parameters: [
      header(WEBHOOK_HEADERS.id, "Id of the delivery; the same when it is repeated"),
      header(WEBHOOK_HEADERS.timestamp, "Time of this attempt, in epoch seconds"),
      header(
        WEBHOOK_HEADERS.signature,
        "v1,SIGNATURE: HMAC-SHA256 in base64 of ID.TIMESTAMP.BODY, by the secret's key",
      ),
    ],
    requestBody: {
      required: true,
      content: { "application/json": { schema: reference("WebhookEvent") } },
    },
    responses: { "2XX": { description: "Taken. After any other answer it is sent again." } },
  };
}

function contentOf(answer: ApiRoute["answer"]) {
  if (answer.kind === "json") {
    return { "application/json": { schema: reference(answer.schema) } };
  }
  const rows = reference(answer.rows === "samples" ? "Sample" : "HistoryRecord");
  return {
    [EXPORT_TYPES.csv]: { schema: { type: "string" } },
    [EXPORT_TYPES.json]: { schema: { type: "array", items: rows } },
    [EXPORT_TYPES.jsonl]: { schema: { type: "string", description: "One JSON object a line" } },
  };
}

function pathParameters(path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

function queryParameters(query: z.ZodObject) {
  const { properties = {} } = plainSchema(query);
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = property as { description?: string };
    return omitUndefined({ name, in: "query", description, schema });
  });
}

/** A schema for requests, in which a parameter with a default is optional. */
function plainSchema(schema: z.ZodType) {
  return z.toJSONSchema(schema, { io: "input" });
}

const schemaPath = (name: string) => `#/components/schemas/${name}`;
const reference = (name: ApiSchemaName) => ({ $ref: schemaPath(name) });

function schemaComponents() {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(API_SCHEMAS)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io: "input", uri: schemaPath });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema]),
  );
}
