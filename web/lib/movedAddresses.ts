/**
 * Maps addresses of mails and bookmarks from earlier versions to the screens that do their job. The
 * screens that exist are the files of web/routes.
 */
const MOVED: Readonly<Record<string, string>> = {
  "/auth": "/auth/sign-in",
  "/dashboard": "/dashboard/homefs",
};

/**
 * The same for the addresses of one sample, whose id follows as the last part of the path or as
 * `?id=`.
 */
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
 * Finds the screen that an old address leads to; null for an address that stands. Small and capital
 * letters make no difference, as in the router.
 *
 * @param id the query's `id`, if it has one
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

/** Leaves alone an address that already is its own target. */
function toSample(screen: string, path: string, id: string): string | null {
  const moved = id === "" ? undefined : MOVED_SAMPLES[screen]?.(id);
  return moved === undefined || moved === `${path}?id=${id}` ? null : moved;
}
