// @ts-check

/**
 * @typedef {import("vite").Rolldown.OutputBundle} OutputBundle
 * @typedef {import("vite").Rolldown.OutputChunk} OutputChunk
 */

/**
 * Code of every signed-in screen: the common frame, and the part shared by all pages that connect
 * to the server.
 */
const EVERYWHERE = /\/web\/(?:routes\/_app\.tsx\?tsr-split=component|components\/Connected\.tsx)/;
/** A screen's own code. Its URL path is the file's path up to a parameter. */
const SCREEN = /\/web\/routes\/_app(\/[\w-]+\/[\w-]+)[.\w$-]*\.tsx\?tsr-split=component/;

/**
 * Makes the page request a signed-in screen's code immediately, while the browser is still parsing
 * the page. Otherwise the page requests that code only when the app's first code has run, some 300
 * ms later.
 *
 * @returns {import("vite").Plugin}
 */
export function earlyCode() {
  return {
    name: "early-code",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle = {} }) => {
        const screens = codeOfScreens(bundle, (file) => !html.includes(file));
        const script = `<script>(${ask.toString()})(${screens});</script>`;
        // Insert it before the style sheet, because scripts wait for style sheets.
        return html.replace("</title>", (end) => `${end}\n    ${script}`);
      },
    },
  };
}

/**
 * Returns the URL paths of the screens with the files of each, as JSON.
 *
 * @param {OutputBundle} bundle
 * @param {(file: string) => boolean} isMissing false for files that the page requests itself
 */
function codeOfScreens(bundle, isMissing) {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const everywhere = chunks.filter(({ facadeModuleId }) => EVERYWHERE.test(facadeModuleId ?? ""));
  /** @type {string[]} */
  const files = [];
  /** @type {Record<string, number[]>} */
  const screens = {};
  for (const chunk of chunks) {
    const address = SCREEN.exec(chunk.facadeModuleId ?? "")?.[1]?.replace(/\/index$/, "");
    if (address === undefined) continue;
    const wanted = withImports(bundle, [...everywhere, chunk]).filter(isMissing);
    files.push(...wanted.filter((file) => !files.includes(file)));
    screens[address] = wanted.map((file) => files.indexOf(file));
  }
  return JSON.stringify({ files, screens });
}

/**
 * Returns the files of `chunks` and of everything that they import, directly or indirectly.
 *
 * @param {OutputBundle} bundle
 * @param {readonly OutputChunk[]} chunks
 */
function withImports(bundle, chunks) {
  const files = new Set(chunks.map(({ fileName }) => fileName));
  for (const file of files) {
    const chunk = bundle[file];
    if (chunk?.type === "chunk") for (const imported of chunk.imports) files.add(imported);
  }
  return [...files];
}

/**
 * Runs in the page, as text: requests the code of the opened screen if a session is stored (by the
 * auth library, see `hasSession` in web/lib/account/authStorage.ts). Otherwise the page leads to
 * sign-in.
 *
 * @param {{ files: readonly string[]; screens: Readonly<Record<string, readonly number[]>> }} code
 */
function ask({ files, screens }) {
  const isSession = (/** @type {string} */ key) => key.startsWith("__convexAuthRefreshToken");
  const address = location.pathname.split("/").slice(0, 3).join("/");
  try {
    if (![localStorage, sessionStorage].some((store) => Object.keys(store).some(isSession))) return;
  } catch {
    return; // storage is blocked, so there is no session
  }
  for (const index of screens[address] ?? []) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = `/${files[index]}`;
    document.head.append(link);
  }
}
