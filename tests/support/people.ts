import { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";

/** The accounts that a demo's sign-in page offers, all with DEMO_PASSWORD. */
export async function demoAccounts(url: string) {
  const { demo } = await new ConvexHttpClient(url, { logger: false }).query(api.config.public, {});
  if (demo === null) throw new Error(`${url} runs no demo`);
  return demo.accounts;
}
