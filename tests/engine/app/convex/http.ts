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

export default http;
