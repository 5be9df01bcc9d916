import { Command } from "commander";
import { api } from "../../../convex/_generated/api";
import { REFUSALS } from "#domain/common/errors";
import { omitUndefined } from "#domain/common/objects";
import { signInByBrowser } from "../../browserLogin";
import { Client, requireViewer } from "../../client";
import { prepareLoginFolder, readServerUrl, storeLogin } from "../../config";
import { CliError, Refused } from "../../errors";
import { examples } from "../../options";
import { note, print } from "../../output";
import { ask, askHidden, readStdin } from "../../prompt";

type Options = {
  email?: string;
  passwordStdin?: true;
  code?: string;
  printToken?: true;
  /** False for `--no-browser`. */
  browser: boolean;
};

export const login = new Command("login")
  .description(
    "Signs in, with a password or through the browser, and remembers it on this computer",
  )
  .option("--email <email>", "who signs in (asked for otherwise)")
  .option("--password-stdin", "read the password from stdin instead of asking")
  .option(
    "--code <code>",
    "code of your authenticator app, or a recovery code (asked for otherwise)",
  )
  .option("--print-token", "print the token for SMS_TOKEN instead of remembering it")
  .option("--no-browser", "sign in with a browser on another computer, and paste its code here")
  .addHelpText(
    "after",
    examples(
      "sms login",
      "sms login --no-browser",
      "sms login --email you@example.com --password-stdin < password-file",
      'SMS_TOKEN="$(sms login --email robot@example.com --password-stdin --print-token < password-file)" || exit; export SMS_TOKEN',
    ),
  )
  .action(async (options: Options) => {
    const url = await readServerUrl();
    if (!options.printToken) await prepareLoginFolder(); // fails before a session exists
    const app = await appToOpen(url, options);
    const { email, refreshToken } =
      app === null
        ? await signInByPassword(url, options)
        : await signInThroughPage(url, app, options.browser);
    if (options.printToken) return print(refreshToken);
    await storeLogin({ url, email, refreshToken });
    note(`Signed in to ${url} as ${email}.`);
    if (process.env["SMS_TOKEN"] !== undefined) {
      note("SMS_TOKEN is set, and goes before this login: unset it.");
    }
  });

type SignedIn = { readonly email: string; readonly refreshToken: string };

/**
 * Returns the app's URL for a sign-in through the browser: if --no-browser asks for it, or if the
 * server has a company sign-in and neither e-mail, password nor code is given. Null for a sign-in
 * by password.
 */
async function appToOpen(url: string, { email, passwordStdin, code, browser }: Options) {
  if (email !== undefined || passwordStdin || code !== undefined) return null;
  const { issuerLabel, baseUrl } = await new Client(url).query(api.config.public, {});
  return !issuerLabel && browser ? null : baseUrl;
}

async function signInThroughPage(url: string, app: string, isHere: boolean): Promise<SignedIn> {
  const refreshToken = await signInByBrowser(url, { app, isHere });
  const { email } = await requireViewer(new Client(url, { refreshToken }));
  return { email, refreshToken };
}

async function signInByPassword(url: string, options: Options): Promise<SignedIn> {
  const email = (options.email ?? (await ask("E-mail: ", "--email"))).trim();
  const password = options.passwordStdin
    ? await readStdin()
    : await askHidden("Password: ", "--password-stdin");
  return { email, refreshToken: await signIn(url, { email, password }, options.code) };
}

/**
 * Asks for a code if the account has a second factor and none is given.
 *
 * @returns the session's refresh token
 */
async function signIn(
  url: string,
  credentials: { email: string; password: string },
  code: string | undefined,
): Promise<string> {
  const send = (secondCode: string | undefined) =>
    new Client(url).action(api.auth.signIn, {
      provider: "password",
      params: omitUndefined({ flow: "signIn", ...credentials, client: "terminal", secondCode }),
    });
  const { tokens } = await send(code).catch(async (error: unknown) => {
    if (!(error instanceof Refused) || error.code !== "SECOND_FACTOR_NEEDED") throw error;
    return await send(await ask("Code of your authenticator app, or a recovery code: ", "--code"));
  });
  // Neither tokens nor a refusal: the server requires the address to be verified first.
  if (!tokens) throw new CliError(REFUSALS.EMAIL_UNVERIFIED);
  return tokens.refreshToken;
}
