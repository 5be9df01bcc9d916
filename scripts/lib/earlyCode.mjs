// @ts-check

/**
 * @typedef {import("vite").Rolldown.OutputBundle} OutputBundle
 * @typedef {import("vite").Rolldown.OutputChunk} OutputChunk
 */

/** The part shared by all pages that connect to the server, and the frame of signed-in screens. */
const CONNECTED = /\/web\/components\/Connected\.tsx/;
const FRAME = /\/web\/routes\/_app\.tsx\?tsr-split=component/;
/** A screen's own code. Its URL path is the file's path up to a parameter. */
const SCREEN = /\/web\/routes\/_app(\/[\w-]+\/[\w-]+)[.\w$-]*\.tsx\?tsr-split=component/;
/** Code of a page for visitors: these connect to the server, the others do not. */
const AUTH_PAGE = /\/web\/routes(\/auth\/[\w-]+)\.tsx\?tsr-split=component/;
const UNCONNECTED_PAGE = /\/web\/routes(\/(?:index|docs))\.tsx\?tsr-split=component/;

/**
 * Makes the page request the opened screen's code immediately, while the browser is still parsing
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
        const code = codeOfPages(bundle, (file) => !html.includes(file));
        const script = `<script>(${ask.toString()})(${code});</script>`;
        // Insert it before the style sheet, because scripts wait for style sheets.
        return html.replace("</title>", (end) => `${end}\n    ${script}`);
      },
    },
  };
}

/**
 * Returns the URL paths of the screens and of the visitors' pages with the files of each, as JSON.
 *
 * @param {OutputBundle} bundle
 * @param {(file: string) => boolean} isMissing false for files that the page requests itself
 */
function codeOfPages(bundle, isMissing) {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  /** @param {RegExp} kind */
  const parts = (kind) => chunks.filter(({ facadeModuleId }) => kind.test(facadeModuleId ?? ""));
  /** @type {string[]} */
  const files = [];
  /**
   * @param {RegExp} kind of the pages' own chunks
   * @param {readonly OutputChunk[]} shared
   */
  const pagesOf = (kind, shared) => {
    /** @type {Record<string, number[]>} */
    const pages = {};
    for (const chunk of parts(kind)) {
      const path = kind.exec(chunk.facadeModuleId ?? "")?.[1]?.replace(/\/index$/, "") || "/";
      const wanted = withImports(bundle, [...shared, chunk]).filter(isMissing);
      files.push(...wanted.filter((file) => !files.includes(file)));
      pages[path] = wanted.map((file) => files.indexOf(file));
    }
    return pages;
  };
  const connected = parts(CONNECTED);
  const screens = pagesOf(SCREEN, [...connected, ...parts(FRAME)]);
  const pages = { ...pagesOf(AUTH_PAGE, connected), ...pagesOf(UNCONNECTED_PAGE, []) };
  return JSON.stringify({ files, screens, pages });
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
 * Runs in the page, as text: requests the code of the opened page. Without a stored session (of the
 * auth library, see `hasSession` in web/lib/account/authStorage.ts), a screen leads to sign-in.
 *
 * @typedef {Readonly<Record<string, readonly number[]>>} FilesOfPages
 * @param {{ files: readonly string[]; screens: FilesOfPages; pages: FilesOfPages }} code
 */
function ask({ files, screens, pages }) {
  const isSession = (/** @type {string} */ key) => key.startsWith("__convexAuthRefreshToken");
  const hasSession = () =>
    [localStorage, sessionStorage].some((store) => Object.keys(store).some(isSession));
  const path = location.pathname.toLowerCase().split("/").slice(0, 3).join("/") || "/";
  let wanted = pages[path] ?? screens[path] ?? [];
  try {
    if (path in screens && !hasSession()) wanted = pages["/auth/sign-in"] ?? [];
  } catch {
    return; // storage is blocked, so there is no session
  }
  for (const index of wanted) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = `/${files[index]}`;
    document.head.append(link);
  }
}
