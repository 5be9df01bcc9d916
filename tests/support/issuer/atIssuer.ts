/**
 * Signs in at the real issuer like a browser: follows its redirects with its cookies, and fills in
 * its form. @returns the query with which the issuer redirects the browser back to the app
 */
export async function signInAtIssuer(authorizationUrl: string, sub: string): Promise<string> {
  const issuer = new URL(authorizationUrl).origin;
  const cookies = new Map<string, string>();
  let url = authorizationUrl;
  let form: string | null = null;
  for (let step = 0; step < 10; step++) {
    const response = await fetch(url, {
      method: form === null ? "GET" : "POST",
      redirect: "manual",
      headers: {
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(form !== null && { "Content-Type": "application/x-www-form-urlencoded" }),
      },
      body: form,
    });
    form = null;
    for (const cookie of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split(/=(.*)/s);
      cookies.set(name, value);
    }
    const location = response.headers.get("Location");
    const page = await response.text();
    if (location === null) {
      // The issuer's own sign-in form, submitted to the same address.
      const [, action] = /<form [^>]*action="([^"]+)"/.exec(page) ?? [];
      if (action === undefined) throw new Error(`The issuer shows no form: ${page}`);
      url = new URL(action, issuer).href;
      form = new URLSearchParams({ prompt: "login", login: sub, password: "-" }).toString();
      continue;
    }
    const next = new URL(location, issuer);
    if (next.origin !== issuer) return next.search;
    url = next.href;
  }
  throw new Error(`The issuer does not lead back to the app; it ended at ${url}`);
}
