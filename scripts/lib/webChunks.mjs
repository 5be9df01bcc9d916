// @ts-check
import { BuildModules } from "./buildModules.mjs";

/** @typedef {import("vite").Rolldown.ChunkingContext} ChunkingContext */

/** Code of signed-in screens: each route's file, and the part that the router splits off. */
const SCREEN = /\/web\/routes\/_app/;
/** The frame of these screens, and the part shared by all pages that connect to the server. */
const FRAME = /\/web\/routes\/_app\.tsx\?/;
const CONNECTED = /\/web\/components\/Connected\.tsx$/;
/** Public pages. */
const SIGN_IN = /\/web\/routes\/auth\/sign-in\.tsx\?/;
const SIGN_UP = /\/web\/routes\/auth\/sign-up\.tsx\?/;
const GUIDE = /\/web\/routes\/docs\.tsx\?/;

/**
 * Modules that only signed-in screens use. The index modules of their packages import them, so that
 * every page seems to need them.
 */
const BEHIND_INDEX =
  /\/convex\/dist\/esm\/(?:react\/use_paginated_query2?|values\/compare(?:_utf8)?)\.js$|\/react-router\/dist\/esm\/useBlocker\.js$/;

/**
 * Code shared by at least this many screens is loaded with the first of them, in the file `SHARED`.
 */
const MIN_SHARE_COUNT = 4;
const SHARED = "shared";

/**
 * Joins code that is fetched together into few files. By default the bundler makes a file for each
 * set of pages that share something: the first visit of a list waited for 130 files of about 500
 * bytes, which cost the browser up to 10 ms each.
 *
 * A file's modules import only each other and files that their pages fetch anyway, so files do not
 * import each other in cycles, and modules run in order.
 *
 * @param {string} entryId the app's first module
 * @returns {import("vite").Rolldown.CodeSplittingOptions}
 */
export function webChunks(entryId) {
  /** @type {((id: string) => string | null) | undefined} */
  let fileOf;
  const name = (/** @type {string} */ id, /** @type {ChunkingContext} */ chunking) =>
    (fileOf ??= planFiles(new BuildModules(chunking), entryId))(id);
  /** @param {(file: string) => boolean} isIn */
  const group = (isIn) => ({
    /** @type {typeof name} */
    name: (id, chunking) => {
      const file = name(id, chunking);
      return file !== null && isIn(file) ? file : null;
    },
    includeDependenciesRecursively: false,
  });
  return {
    groups: [
      { ...group((file) => file !== SHARED), priority: 1 },
      { ...group((file) => file === SHARED), minShareCount: MIN_SHARE_COUNT },
    ],
  };
}

/**
 * Returns a function that maps a module to its file, or to null to leave it to the bundler: for
 * code that only some public pages need, and for modules that the app fetches with `import()`.
 *
 * @param {BuildModules} modules
 * @param {string} entryId
 * @returns {(id: string) => string | null}
 */
function planFiles(modules, entryId) {
  const all = [...modules.reach([entryId], () => true)];
  const of = (/** @type {RegExp} */ root) => modules.reach(all.filter((id) => root.test(id)));
  const base = modules.reach([entryId]);
  const open = modules.reach([entryId], (id) => !SCREEN.test(id));
  const [guide, connected, signIn, signUp] = [of(GUIDE), of(CONNECTED), of(SIGN_IN), of(SIGN_UP)];
  const [frame, screens] = [of(FRAME), of(SCREEN)];
  return (id) => {
    if (id === entryId || CONNECTED.test(id) || FRAME.test(id)) return null;
    if (BEHIND_INDEX.test(id)) return SHARED;
    if (base.has(id)) return "base";
    if (guide.has(id) && signIn.has(id)) return "fields";
    if (guide.has(id) && screens.has(id)) return "guide";
    if (connected.has(id)) return "connected";
    if (signIn.has(id) && screens.has(id)) return "controls";
    if (signUp.has(id) && frame.has(id)) return "forms";
    if (open.has(id)) return null;
    return frame.has(id) ? "frame" : SHARED;
  };
}
