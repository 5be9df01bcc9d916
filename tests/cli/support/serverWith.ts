import { onTestFinished } from "vitest";
import { freshEnvironment } from "./sms";
import { accessToken, stubServer, type Call, type Reply } from "./stubServer";

/**
 * A server that signs in anyone and answers the other calls as the test specifies. It closes after
 * the test.
 */
export async function serverWith(
  replies: Readonly<Record<string, Reply | ((call: Call) => Reply)>>,
) {
  const tokens = { token: accessToken(Date.now() + 300_000), refreshToken: "next" };
  const all: typeof replies = { "auth:signIn": { value: { tokens } }, ...replies };
  const server = await stubServer((call) => {
    const reply = all[call.path] ?? "hang up";
    return typeof reply === "function" ? reply(call) : reply;
  });
  onTestFinished(() => server.close());
  return {
    calls: server.calls,
    env: freshEnvironment({ SMS_URL: server.url, SMS_TOKEN: "refresh-token" }),
  };
}
