import { expect, test } from "vitest";
import type { Deployment } from "../../engine/deployment";
import { setEnvironment } from "../../server/environment";
import { readSettings } from "../../server/settings";

/** Environment of a deployment that was started before. */
function startedDeployment(values: Record<string, string>) {
  const all = new Map(Object.entries({ JWT_PRIVATE_KEY: "key", ...values }));
  const environment = {
    get: (name: string) => all.get(name) ?? null,
    set: (changes: { name: string; value: string | null }[]) => {
      for (const { name, value } of changes) {
        if (value === null) all.delete(name);
        else all.set(name, value);
      }
      return Promise.resolve();
    },
  };
  return { all, deployment: { environment } as unknown as Deployment };
}

test("a mail service given at a start replaces the previous one", async () => {
  const { all, deployment } = startedDeployment({ RESEND_API_KEY: "re_1" });
  const start = (given: Record<string, string>) =>
    setEnvironment(deployment, readSettings(given, []), null, given);
  await start({});
  expect(all.get("RESEND_API_KEY")).toBe("re_1");
  await start({ SMS_SMTP_URL: "smtp://localhost" });
  expect([all.get("SMS_SMTP_URL"), all.has("RESEND_API_KEY")]).toEqual(["smtp://localhost", false]);
});
