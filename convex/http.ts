import { ConvexError } from "convex/values";
import { httpRouter } from "convex/server";
import { PICK_LIST_ROUTES } from "#domain/samples/pickListRoutes";
import { api, internal } from "./_generated/api";
import { httpAction, type ActionCtx } from "./_generated/server";
import { auth } from "./auth";
import * as DemoApi from "./lib/http/demoApi";
import { addApiRoutes } from "./lib/http/httpApi";
import { privateJson } from "./lib/http/responses";
import { addScimRoutes } from "./lib/http/scimApi";
import { showUnsubscribe, unsubscribe, UNSUBSCRIBE_PREFIX } from "./lib/http/unsubscribe";

const http = httpRouter();

// Discovery document and public key for this deployment's tokens.
auth.addHttpRoutes(http);

// GET /brands, /slots … return `[{ label, value }]` to callers who may read the lists in the app.
for (const [name, kind] of Object.entries(PICK_LIST_ROUTES)) {
  http.route({
    path: `/${name}`,
    method: "GET",
    handler: httpAction(async (ctx: ActionCtx, request) => {
      try {
        const values = (await readPickLists(ctx, request))[kind];
        return privateJson(values.map((value) => ({ label: value.toLowerCase(), value })));
      } catch (error) {
        if (!(error instanceof ConvexError)) throw error;
        return privateJson(error.data, 401);
      }
    }),
  });
}

/**
 * Reads the lists for the bearer of an access token, which the platform has already verified, or of
 * a refresh token as printed by `sms login --print-token`. Only a refresh token contains a `|`.
 */
async function readPickLists(ctx: ActionCtx, request: Request) {
  const authorization = request.headers.get("Authorization") ?? "";
  const refreshToken = /^Bearer +(\S+\|\S+)$/i.exec(authorization)?.[1];
  return refreshToken === undefined
    ? await ctx.runQuery(api.lookups.options, {})
    : await ctx.runQuery(internal.lookups.optionsByRefreshToken, { refreshToken });
}

addApiRoutes(http);
addScimRoutes(http);

// The List-Unsubscribe URL: mail programs POST to it; people GET its page, which POSTs.
const pathPrefix = UNSUBSCRIBE_PREFIX;
http.route({ pathPrefix, method: "GET", handler: httpAction(showUnsubscribe) });
http.route({ pathPrefix, method: "POST", handler: httpAction(unsubscribe) });

// The demo sign-in API: 404 unless this is a demo.
http.route({ path: "/api/auth/sign-in", method: "POST", handler: DemoApi.signIn });
http.route({ path: "/api/auth/sign-up", method: "POST", handler: DemoApi.signUp });
http.route({ path: "/api/auth/my-account", method: "GET", handler: DemoApi.myAccount });

export default http;
