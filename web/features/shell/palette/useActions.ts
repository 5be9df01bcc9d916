import { useNavigate } from "@tanstack/react-router";
import { LogOut, Palette, PanelLeft, SunMoon, type LucideIcon } from "lucide-react";
import { useViewer } from "@/hooks/data/useViewer";
import { themeStore, useTheme } from "@/hooks/useTheme";
import { THEME_CHOICES, THEME_LABELS } from "@/lib/theme";
import { wordsOf } from "#domain/common/fold";
import { matchWordPrefixes } from "#domain/people/nameSearch";
import { screensFor } from "../navigation";
import { useSignOut } from "../useSignOut";

/** A screen to open, or a command to run. */
export type PaletteAction = {
  readonly id: string;
  readonly group: "Screens" | "Commands";
  readonly label: string;
  /** Words by which it is found, besides those of the label. */
  readonly words?: string | undefined;
  readonly icon: LucideIcon;
  /** Shortcut, as keys to press. */
  readonly keys?: string | undefined;
  readonly run: () => void;
};

type ActionOptions = { onClose: () => void; onOpenTheme: () => void };

/**
 * Screens and commands of the viewer's role whose words begin with those of `text`; all of them
 * without text.
 */
export function useActions(text: string, { onClose, onOpenTheme }: ActionOptions) {
  const navigate = useNavigate();
  const { role } = useViewer();
  const { theme, sidebarBehavior } = useTheme();
  const signOut = useSignOut();
  const isCompact = sidebarBehavior === "compact";
  const screens = screensFor(role).map(({ label, to, icon, goKey, words }): PaletteAction => ({
    id: to,
    group: "Screens",
    label,
    words,
    icon,
    keys: goKey && `g ${goKey}`,
    run: () => void navigate({ to }),
  }));
  const commands: readonly Omit<PaletteAction, "group">[] = [
    {
      id: "appearance",
      label: "Appearance",
      words: "theme layout sound settings",
      icon: Palette,
      run: onOpenTheme,
    },
    ...THEME_CHOICES.theme
      .filter((scheme) => scheme !== theme)
      .map((scheme) => ({
        id: `scheme ${scheme}`,
        label: `Colour scheme: ${THEME_LABELS[scheme]}`,
        words: "color theme mode",
        icon: SunMoon,
        run: () => themeStore.set("theme", scheme),
      })),
    {
      id: "sidebar",
      label: isCompact ? "Unfold the sidebar" : "Fold the sidebar",
      words: "collapse expand menu",
      icon: PanelLeft,
      run: () => themeStore.set("sidebarBehavior", isCompact ? "sticky" : "compact"),
    },
    {
      id: "sign out",
      label: "Sign out",
      words: "log out logout exit",
      icon: LogOut,
      run: () => void signOut("/auth/sign-in"),
    },
  ];
  const all = [...screens, ...commands.map((each) => ({ ...each, group: "Commands" as const }))];
  return all
    .filter(({ label, words = "" }) => {
      return text === "" || matchWordPrefixes(wordsOf(`${label} ${words}`), text);
    })
    .map((action) => ({
      ...action,
      run: () => {
        onClose();
        action.run();
      },
    }));
}
