import { expect } from "vitest";
import { SCIM_ROOT } from "#domain/scim/messages";

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; {} for none. */
  readonly body: Readonly<Record<string, unknown>> & { readonly id?: string };
};
type Options = { readonly headers?: Readonly<Record<string, string>>; readonly text?: string };

/** A company's directory, as a client of `/scim/v2`. */
export class Directory {
  constructor(
    readonly url: string,
    readonly secret: string,
  ) {}

  async send(
    method: string,
    path: string,
    body?: unknown,
    { headers = {}, text }: Options = {},
  ): Promise<Answer> {
    const hasBody = body !== undefined || text !== undefined;
    const response = await fetch(this.url + SCIM_ROOT + path, {
      method,
      headers: {
        Authorization: `Bearer ${this.secret}`,
        ...(hasBody && { "Content-Type": "application/scim+json; charset=utf-8" }),
        ...headers,
      },
      ...(hasBody && { body: text ?? JSON.stringify(body) }),
    });
    const answered = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: answered === "" ? {} : (JSON.parse(answered) as Answer["body"]),
    };
  }

  /** Creates a user. @returns the id */
  async create(body: object): Promise<string> {
    const { status, body: user } = await this.send("POST", "/Users", body);
    expect(status, JSON.stringify(user)).toBe(201);
    return user.id ?? "";
  }

  async patch(id: string, body: object): Promise<Answer> {
    return await this.send("PATCH", `/Users/${id}`, body);
  }

  /** The ids of the users that match. */
  async find(filter: string): Promise<unknown> {
    const { status, body } = await this.send("GET", `/Users?filter=${encodeURIComponent(filter)}`);
    expect(status, JSON.stringify(body)).toBe(200);
    const resources = body["Resources"] as readonly { id: string }[];
    return resources.map(({ id }) => id);
  }
}
