import { isLoopbackAddress } from "../common/networkAddress";

/** The company's mail server, parsed from SMS_SMTP_URL. */
export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  /**
   * `implicit`: the connection begins with TLS. `starttls`: it switches to TLS before the sign-in.
   * `none`: the server is on this computer, so the traffic crosses no network.
   */
  readonly encryption: "implicit" | "starttls" | "none";
  readonly login: { readonly user: string; readonly password: string } | null;
};

const EXAMPLES =
  "smtps://user:password@mail.example.com or smtp://user:password@mail.example.com:587";
/** These characters would end the user or password in the URL, unless encoded. */
const ENCODE = "In user and password, write @ as %40, : as %3A, / as %2F, # as %23, % as %25.";
const HOST_NAME = /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*\.?$/i;
const PORTS = { "smtps:": 465, "smtp:": 587, local: 25 } as const;

/**
 * Parses SMS_SMTP_URL. A problem is a sentence for the operator; it leaves out the URL, which
 * contains the password.
 */
export function parseSmtpUrl(text: string): { server: SmtpServer } | { problem: string } {
  const problem = (reason: string) => ({ problem: `SMS_SMTP_URL ${reason}` });
  if (!URL.canParse(text)) return problem(`must be an address such as ${EXAMPLES}. ${ENCODE}`);
  const url = new URL(text);
  const { protocol } = url;
  if (protocol !== "smtps:" && protocol !== "smtp:") {
    return problem(`must begin with smtps:// or smtp://, as in ${EXAMPLES}.`);
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!HOST_NAME.test(host) && !host.includes(":")) {
    return problem(`has no valid server name. Write ${EXAMPLES}.`);
  }
  if (!["", "/"].includes(url.pathname) || url.search !== "" || url.hash !== "") {
    return problem(`must end after the server's name or port. ${ENCODE}`);
  }
  if (url.port === "0") return problem("has port 0; ports are from 1 to 65535.");
  const login = readLogin(url);
  if (login === "malformed") return problem(`has a % that encodes no character. ${ENCODE}`);
  if (login === "incomplete") {
    return problem("must have both a user and a password, or neither: smtp://user:password@…");
  }
  const isLocal = host === "localhost" || isLoopbackAddress(host);
  const encryption = protocol === "smtps:" ? "implicit" : isLocal ? "none" : "starttls";
  const port = Number(url.port) || PORTS[encryption === "none" ? "local" : protocol];
  return { server: { host, port, encryption, login } };
}

function readLogin({ username, password }: URL): SmtpServer["login"] | "malformed" | "incomplete" {
  if (username === "" && password === "") return null;
  if (username === "" || password === "") return "incomplete";
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return "malformed";
  }
}
