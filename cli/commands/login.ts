import { Command } from "commander";
import { api } from "../../convex/_generated/api";
import { REFUSALS } from "#domain/common/errors";
import { Client } from "../client";
import { prepareLoginFolder, readServerUrl, storeLogin } from "../config";
import { CliError } from "../errors";
import { examples } from "../options";
import { note, print } from "../output";
import { ask, askHidden, readStdin } from "../prompt";

type Options = { email?: string; passwordStdin?: true; printToken?: true };

export const login = new Command("login")
  .description("Signs in and remembers it on this computer")
  .option("--email <email>", "who signs in (asked for otherwise)")
  .option("--password-stdin", "read the password from stdin instead of asking")
  .option("--print-token", "print the token for SMS_TOKEN instead of remembering it")
  .addHelpText(
    "after",
    examples(
      "sms login",
      "sms login --email you@example.com --password-stdin < password-file",
      'SMS_TOKEN="$(sms login --email robot@example.com --password-stdin --print-token < password-file)" || exit; export SMS_TOKEN',
    ),
  )
  .action(async (options: Options) => {
    const url = await readServerUrl();
    if (!options.printToken) await prepareLoginFolder(); // before a session is opened in vain
    const email = (options.email ?? (await ask("E-mail: ", "--email"))).trim();
    const password = options.passwordStdin
      ? await readStdin()
      : await askHidden("Password: ", "--password-stdin");
    const refreshToken = await signIn(url, email, password);
    if (options.printToken) return print(refreshToken);
    await storeLogin({ url, email, refreshToken });
    note(`Signed in to ${url} as ${email}.`);
    if (process.env["SMS_TOKEN"] !== undefined) {
      note("SMS_TOKEN is set, and goes before this login: unset it.");
    }
  });

/** @returns the session's refresh token */
async function signIn(url: string, email: string, password: string): Promise<string> {
  const { tokens } = await new Client(url).action(api.auth.signIn, {
    provider: "password",
    params: { flow: "signIn", email, password, client: "terminal" },
  });
  // No tokens and no refusal: the server wants the address verified first.
  if (!tokens) throw new CliError(REFUSALS.EMAIL_UNVERIFIED);
  return tokens.refreshToken;
}
