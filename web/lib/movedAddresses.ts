/**
 * Maps paths of earlier versions, found in mails and bookmarks, to the screens that replace them.
 * The existing screens are the files of web/routes.
 */
const MOVED: Readonly<Record<string, string>> = {
  "/auth": "/auth/sign-in",
  "/dashboard": "/dashboard/homefs",
};

/** The same for pages of one sample, whose id is the last part of the path or `?id=`. */
const MOVED_SAMPLES: Readonly<Record<string, (id: string) => string>> = {
  "/dashboard/addsample": (id) => `/dashboard/addsample?id=${id}`,
  "/dashboard/addfs": (id) => `/private/editsample/${id}`,
  "/dashboard/homefstransfer": (id) => `/private/transferfs/${id}`,
  "/dashboard/homefsreturn": (id) => `/private/returnfs/${id}`,
  "/dashboard/homefsos": (id) => `/private/outofservicefs/${id}`,
  "/private/update": (id) => `/private/editsample/${id}`,
  "/private/transfer": (id) => `/private/transferfs/${id}`,
  "/private/transfer/acknowledge": (id) => `/private/acknowledgefs/${id}`,
  "/private/return": (id) => `/private/returnfs/${id}`,
  "/private/return/racknowledge": (id) => `/private/racknowledgefs/${id}`,
  "/private/outofservice": (id) => `/private/outofservicefs/${id}`,
  "/private/outofservice/acknowledge": (id) => `/private/outofservicefs/osacknowledgefs/${id}`,
};

/**
 * Finds the screen that replaces an old path; null for a current path. Ignores case, as the router
 * does.
 *
 * @param id the query's `id`, if any
 */
export function movedTo(pathname: string, id?: string): string | null {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname;
  const known = path.toLowerCase();
  if (id !== undefined) return toSample(known, path, encodeURIComponent(id));
  const moved = MOVED[known];
  if (moved !== undefined) return moved;
  const cut = path.lastIndexOf("/");
  return toSample(known.slice(0, cut), path, path.slice(cut + 1));
}

/** Null if the path already is the target. */
function toSample(screen: string, path: string, id: string): string | null {
  const moved = id === "" ? undefined : MOVED_SAMPLES[screen]?.(id);
  return moved === undefined || moved === `${path}?id=${id}` ? null : moved;
}
