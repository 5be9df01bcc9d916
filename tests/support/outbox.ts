import { freshEnvironment, sms } from "../cli/support/sms";

/**
 * Finds the newest mail to `email` that matches `pattern` in the outbox of a running product.
 * Returns the text of the pattern's group.
 */
export async function fromOutbox(
  product: { readonly url: string; readonly dataDir: string },
  email: string,
  pattern: RegExp,
): Promise<string> {
  const env = freshEnvironment({ SMS_URL: product.url, SMS_DATA_DIR: product.dataDir });
  const { stdout } = await sms(["mail", "list", "--json"], env);
  const lines = stdout.split("\n").filter((line) => line.includes(`"${email}"`));
  const newest = lines.map((line) => pattern.exec(line)?.[1]).find((text) => text !== undefined);
  if (newest === undefined) throw new Error(`no mail to ${email} matches ${pattern.source}`);
  return newest;
}
