import type { paths } from "./openapi";

type Method = "get" | "post" | "patch";
type PathOf<Kind extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<Kind, object> ? Path : never;
}[keyof paths];
type Operation<Kind extends Method, Path extends PathOf<Kind>> =
  paths[Path] extends Record<Kind, infer Found> ? Found : never;
type AnswerOf<Found> = Found extends {
  responses: { 200: { content: { "application/json": infer Body } } };
}
  ? Body
  : never;
type QueryOf<Found> = Found extends { parameters: { query?: infer Query } } ? Query : never;
type BodyOf<Found> = Found extends { requestBody: { content: { "application/json": infer Body } } }
  ? Body
  : never;

/** A client with the types that openapi-typescript generates: what an integrator writes. */
export class ApiClient {
  #changes = 0;

  constructor(
    readonly url: string,
    readonly token: string,
  ) {}

  /** @throws the problem document of a refusal, as text */
  async send<Kind extends Method, Path extends PathOf<Kind>>(
    method: Kind,
    path: Path,
    call: {
      readonly sample?: string;
      readonly query?: QueryOf<Operation<Kind, Path>>;
      readonly body?: BodyOf<Operation<Kind, Path>>;
    },
  ): Promise<AnswerOf<Operation<Kind, Path>>> {
    const address = new URL(this.url + String(path).replace("{sample}", call.sample ?? ""));
    for (const [name, value] of Object.entries(call.query ?? {})) {
      for (const each of [value].flat()) address.searchParams.append(name, String(each));
    }
    const response = await fetch(address, {
      method: method.toUpperCase(),
      headers: { Authorization: `Bearer ${this.token}`, "Idempotency-Key": `${++this.#changes}` },
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as AnswerOf<Operation<Kind, Path>>;
  }
}
