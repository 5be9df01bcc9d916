import { keysOf } from "#domain/common/objects";
import { Listeners } from "./observable";

/**
 * The theme panel's four choices: stored in localStorage under these names, and settable by query
 * parameters of the same names, which take precedence and are then stored (docs/product.md, "Theme
 * panel").
 */
export const THEME_CHOICES = {
  theme: ["default", "colored", "dark", "light", "system"],
  sidebarPosition: ["left", "right"],
  sidebarBehavior: ["sticky", "fixed", "compact"],
  layout: ["fluid", "boxed"],
} as const;

export type ThemeKey = keyof typeof THEME_CHOICES;
export type Theme = { readonly [K in ThemeKey]: (typeof THEME_CHOICES)[K][number] };

const DEFAULTS: Theme = {
  theme: "default",
  sidebarPosition: "left",
  sidebarBehavior: "sticky",
  layout: "fluid",
};

const KEYS = keysOf(THEME_CHOICES);

/** Returns `value` if it is a valid choice of `key`, else null. */
function parse(key: ThemeKey, value: string | null): string | null {
  const choices: readonly string[] = THEME_CHOICES[key];
  return value !== null && choices.includes(value) ? value : null;
}

/** Reads a stored choice; null also if the browser's storage is disabled. */
function storedValue(storage: Storage, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

export interface ThemeStore {
  readonly get: () => Theme;
  readonly set: <K extends ThemeKey>(key: K, value: Theme[K]) => void;
  readonly reset: () => void;
  /** Applies what another tab has stored since. */
  readonly readAgain: () => void;
  /** @returns unsubscribe */
  readonly subscribe: (onChange: () => void) => () => void;
}

/**
 * @param search query string of the initial address
 * @param apply renders a theme; called initially and after every change
 */
export function createThemeStore(
  storage: Storage,
  search: string,
  apply: (theme: Theme) => void,
): ThemeStore {
  const listeners = new Listeners();
  let theme = DEFAULTS;

  const replace = (next: Theme) => {
    theme = next;
    for (const key of KEYS) {
      try {
        storage.setItem(key, next[key]);
      } catch {
        // Storage is full or disabled: the choice lasts until the page is closed.
      }
    }
    apply(next);
    listeners.notify();
  };

  const read = (params: URLSearchParams) => {
    const found = { ...DEFAULTS } as Record<ThemeKey, string>;
    for (const key of KEYS) {
      found[key] =
        parse(key, params.get(key)) ?? parse(key, storedValue(storage, key)) ?? DEFAULTS[key];
    }
    return found as Theme;
  };
  replace(read(new URLSearchParams(search)));

  return {
    get: () => theme,
    set: (key, value) => replace({ ...theme, [key]: value }),
    reset: () => replace(DEFAULTS),
    readAgain: () => replace(read(new URLSearchParams())),
    subscribe: listeners.add,
  };
}

/** Matches while the operating system is set to dark. */
export const SYSTEM_IS_DARK = "(prefers-color-scheme: dark)";

/**
 * Sets the color scheme on the document, for styles.css; "system" is dark or default, as the
 * operating system is. The shell reads the rest from the store.
 */
export function applyToDocument({ theme }: Theme): void {
  const ofSystem = window.matchMedia(SYSTEM_IS_DARK).matches ? "dark" : "default";
  document.documentElement.dataset.scheme = theme === "system" ? ofSystem : theme;
}

/** Labels of the colour schemes. */
export const THEME_LABELS: Readonly<Record<Theme["theme"], string>> = {
  default: "Default",
  colored: "Colored",
  dark: "Dark",
  light: "Light",
  system: "System",
};
