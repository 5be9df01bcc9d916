import type { Theme } from "@/lib/theme";

/** Labels of the colour schemes. */
export const THEME_LABELS: Readonly<Record<Theme["theme"], string>> = {
  default: "Default",
  colored: "Colored",
  dark: "Dark",
  light: "Light",
  system: "System",
};
