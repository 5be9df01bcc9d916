import { ConvexError } from "convex/values";
import { httpRouter } from "convex/server";
import { PICK_LIST_ROUTES } from "../domain/pickListRoutes";
import { api } from "./_generated/api";
import { httpAction, type ActionCtx } from "./_generated/server";
import { auth } from "./auth";
import * as DemoApi from "./lib/demoApi";
import { privateJson } from "./lib/responses";

const http = httpRouter();

// Discovery and public key of our tokens.
auth.addHttpRoutes(http);

// GET /brands, /slots … (doc 2 §7): `[{ label, value }]` for whoever may read the lists in the app, too.
for (const [name, kind] of Object.entries(PICK_LIST_ROUTES)) {
  http.route({
    path: `/${name}`,
    method: "GET",
    handler: httpAction(async (ctx: ActionCtx) => {
      try {
        const values = (await ctx.runQuery(api.lookups.options, {}))[kind];
        return privateJson(values.map((value) => ({ label: value.toLowerCase(), value })));
      } catch (error) {
        if (!(error instanceof ConvexError)) throw error;
        return privateJson(error.data, 401);
      }
    }),
  });
}

// The demo sign-in API (doc 2 §7, §8); 404 outside a demo.
http.route({ path: "/api/auth/sign-in", method: "POST", handler: DemoApi.signIn });
http.route({ path: "/api/auth/sign-up", method: "POST", handler: DemoApi.signUp });
http.route({ path: "/api/auth/my-account", method: "GET", handler: DemoApi.myAccount });

export default http;
