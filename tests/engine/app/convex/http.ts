import { httpActionGeneric, httpRouter, makeFunctionReference } from "convex/server";

const http = httpRouter();
const increment = makeFunctionReference<"mutation", { name: string }, number>("messages:increment");
const send = makeFunctionReference<"mutation", { channel: string; body: string }>(
  "messages:sendInternal",
);

http.route({
  path: "/hello",
  method: "GET",
  handler: httpActionGeneric(async (ctx, request) => {
    const name = new URL(request.url).searchParams.get("name") ?? "nobody";
    const identity = await ctx.auth.getUserIdentity();
    return Response.json({ hello: name, subject: identity?.subject ?? null });
  }),
});

http.route({
  pathPrefix: "/channels/",
  method: "POST",
  handler: httpActionGeneric(async (ctx, request) => {
    const channel = new URL(request.url).pathname.split("/").at(-1) ?? "";
    await ctx.runMutation(send, { channel, body: await request.text() });
    return new Response(null, { status: 201, headers: { "X-Channel": channel } });
  }),
});

/** An API of the app's own, at addresses that the official CLI uses for a deployment's API. */
http.route({
  pathPrefix: "/api/v1/",
  method: "GET",
  handler: httpActionGeneric(() => Promise.resolve(Response.json({ app: "no" }, { status: 404 }))),
});

/** Counts its pulls, and its client's disconnect, in the counters `pulls` and `cancels`. */
http.route({
  path: "/numbers",
  method: "GET",
  handler: httpActionGeneric((ctx, request) => {
    const last = Number(new URL(request.url).searchParams.get("last"));
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const number: number = await ctx.runMutation(increment, { name: "pulls" });
        controller.enqueue(new TextEncoder().encode(`${number}\n`.padStart(64 * 1024)));
        if (number === last) controller.close();
      },
      async cancel() {
        await ctx.runMutation(increment, { name: "cancels" });
      },
    });
    return Promise.resolve(new Response(body));
  }),
});

/** Hangs the server for the bearers of one token: immediately, or in a streamed response. */
http.route({
  pathPrefix: "/loops/",
  method: "POST",
  handler: httpActionGeneric((_ctx, request) => {
    const loop = () => {
      if (request.headers.get("Authorization") === "Bearer loops") for (;;);
    };
    if (!request.url.endsWith("/stream")) loop();
    const body = new ReadableStream({
      pull(controller) {
        loop();
        controller.close();
      },
    });
    return Promise.resolve(new Response(body));
  }),
});

http.route({
  path: "/broken",
  method: "GET",
  handler: httpActionGeneric(() => Promise.reject(new Error("a broken route"))),
});

// Serves, like @convex-dev/auth, the keys that verify the deployment's own tokens.
http.route({
  path: "/.well-known/openid-configuration",
  method: "GET",
  handler: httpActionGeneric(() => {
    const issuer = process.env["CONVEX_SITE_URL"];
    return Promise.resolve(Response.json({ issuer, jwks_uri: `${issuer}/.well-known/jwks.json` }));
  }),
});

http.route({
  path: "/.well-known/jwks.json",
  method: "GET",
  handler: httpActionGeneric(() => Promise.resolve(new Response(process.env["JWKS"] ?? "{}"))),
});

export default http;
