import { useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent, SheetDescription, SheetTitle } from "@/components/ui/sheet";
import { themeStore, useTheme } from "@/hooks/useTheme";
import { feedbackStore } from "@/lib/feedback/feedbackStore";
import { signalScan } from "@/lib/feedback/signalScan";
import { THEME_CHOICES, THEME_LABELS, type Theme, type ThemeKey } from "@/lib/theme";
import { cn } from "@/lib/utils";
import { SchemePreview } from "./SchemePreview";

const TITLES: Record<ThemeKey, string> = {
  theme: "Colour scheme",
  sidebarPosition: "Sidebar position",
  sidebarBehavior: "Sidebar behaviour",
  layout: "Layout",
};

const LABELS: Record<(typeof THEME_CHOICES)[ThemeKey][number], string> = {
  ...THEME_LABELS,
  left: "Left",
  right: "Right",
  sticky: "Sticky",
  fixed: "Fixed",
  compact: "Compact",
  fluid: "Fluid",
  boxed: "Boxed",
};

export interface ThemePanelProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * The choices of docs/product.md, "Theme panel". Each applies immediately and is stored in this
 * browser.
 */
export function ThemePanel({ open, onOpenChange }: ThemePanelProps) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent>
        <div>
          <SheetTitle>Appearance</SheetTitle>
          <SheetDescription>Saved in this browser only.</SheetDescription>
        </div>
        <Choice name="theme" />
        {/* Phones have no sidebar. */}
        <div className="hidden flex-col gap-4 lg:flex">
          <Choice name="sidebarPosition" />
          <Choice name="sidebarBehavior" />
          <Choice name="layout" />
        </div>
        <ScanFeedbackChoice />
        <Button
          variant="outline"
          className="mt-2 self-start"
          onClick={() => {
            themeStore.reset();
            feedbackStore.set(true);
          }}
        >
          Reset to defaults
        </Button>
      </SheetContent>
    </Sheet>
  );
}

function Choice({ name }: { name: ThemeKey }) {
  const theme = useTheme();
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{TITLES[name]}</legend>
      <div className="grid grid-cols-2 gap-2">
        {THEME_CHOICES[name].map((value) => (
          <label
            key={value}
            className={cn(
              "flex cursor-pointer flex-col justify-center gap-2 rounded-md border p-2 text-sm transition-colors hover:bg-accent has-[:focus-visible]:ring-2 has-[:focus-visible]:ring-ring",
              theme[name] === value && "border-primary bg-primary/10 font-medium",
            )}
          >
            {isScheme(value) && <SchemePreview scheme={value} />}
            <span className="flex min-h-6 items-center gap-2 px-1">
              <input
                type="radio"
                className="accent-[hsl(var(--primary))] focus-visible:ring-0 focus-visible:ring-offset-0"
                name={name}
                value={value}
                checked={theme[name] === value}
                onChange={() => themeStore.set(name, value)}
              />
              {LABELS[value]}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Switching it on plays the feedback immediately. */
function ScanFeedbackChoice() {
  const isOn = useScanFeedback();
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">Scans</legend>
      <label className="flex cursor-pointer items-center gap-3 rounded-md border p-3 text-sm hover:bg-accent coarse:min-h-11">
        <input
          type="checkbox"
          className="accent-[hsl(var(--primary))]"
          checked={isOn}
          onChange={({ target }) => {
            feedbackStore.set(target.checked);
            signalScan("success");
          }}
        />
        Sound and vibration
      </label>
    </fieldset>
  );
}

function isScheme(value: string): value is Theme["theme"] {
  return THEME_CHOICES.theme.some((scheme) => scheme === value);
}

/** True while this browser signals scans by tones and vibration. */
function useScanFeedback(): boolean {
  return useSyncExternalStore(feedbackStore.subscribe, feedbackStore.isOn);
}
