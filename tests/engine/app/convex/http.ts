import { httpActionGeneric, httpRouter, makeFunctionReference } from "convex/server";

const http = httpRouter();
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

http.route({
  path: "/broken",
  method: "GET",
  handler: httpActionGeneric(() => Promise.reject(new Error("a broken route"))),
});

// What @convex-dev/auth serves: where the deployment's own tokens can be verified.
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
