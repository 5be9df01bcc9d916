import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { AVATAR_HUES } from "@/lib/people/avatarHue";

/** Colour tokens of web/styles.css: `:root` and each scheme's changes. */
const css = readFileSync("web/styles.css", "utf8");

type Colour = readonly [hue: number, saturation: number, lightness: number];

function tokensOf(selector: string): Map<string, Colour> {
  const start = css.indexOf(`${selector} {`);
  const block = css.slice(start, css.indexOf("}", start));
  const rules = block.matchAll(/--([\w-]+): ([\d.]+) ([\d.]+)% ([\d.]+)%;/g);
  return new Map(
    [...rules].map(([, name = "", ...hsl]) => {
      const [hue = 0, saturation = 0, lightness = 0] = hsl.map(Number);
      return [name, [hue, saturation / 100, lightness / 100]];
    }),
  );
}

/** The tint and the text colour of avatars, for one hue. */
function avatarColours(selector: string, hue: number): [tint: Colour, text: Colour] {
  const block = css.slice(css.indexOf(`${selector} {`));
  const part = (name: string) => {
    const [, saturation = 0, lightness = 0] =
      new RegExp(`--person-${name}: ([\\d.]+)% ([\\d.]+)%;`).exec(block) ?? [];
    return [hue, Number(saturation) / 100, Number(lightness) / 100] as const;
  };
  return [part("tint"), part("text")];
}

/** Relative luminance, WCAG 2.2. */
function luminance([hue, saturation, lightness]: Colour): number {
  const amplitude = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    const value = lightness - amplitude * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(0) + 0.7152 * channel(8) + 0.0722 * channel(4);
}

function contrast(a: Colour, b: Colour): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const STATUSES = ["registered", "transit", "use", "return", "returned", "request", "lost"];
const AA_TEXT = 4.5;
const AA_GRAPHIC = 3;

const TEXT_ON: readonly (readonly [text: string, surface: string])[] = [
  ["foreground", "background"],
  ["foreground", "card"],
  ["foreground", "muted"],
  ["muted-foreground", "background"],
  ["muted-foreground", "card"],
  ["muted-foreground", "muted"],
  ["muted-foreground", "accent"],
  ["muted-foreground", "popover"],
  ["accent-foreground", "accent"],
  ["secondary-foreground", "secondary"],
  ["primary-foreground", "primary"],
  ["primary", "background"],
  ["primary", "card"],
  ["destructive-foreground", "destructive"],
  ["destructive", "card"],
  ["warning-foreground", "warning"],
  ["warning-foreground", "card"],
  ["success-foreground", "success"],
  ["sidebar-foreground", "sidebar"],
  ["sidebar-muted", "sidebar"],
  ["sidebar-active-foreground", "sidebar-active"],
  ...STATUSES.map((status) => [`status-${status}-text`, `status-${status}-tint`] as const),
];
const GRAPHIC_ON: readonly (readonly [graphic: string, surface: string])[] = [
  ["ring", "background"],
  ["input", "card"],
  ...STATUSES.map((status) => [`status-${status}`, "card"] as const),
];

/** Hue ranges of the status colours (docs/product.md, "Status colours"), degrees; red spans 0. */
const HUES: Readonly<Record<string, readonly [first: number, last: number]>> = {
  registered: [200, 240], // primary: blue
  transit: [100, 160], // success: green
  use: [20, 40], // warning: amber
  return: [-15, 15], // danger: red
  returned: [255, 290], // purple
  request: [45, 60], // yellow
  lost: [310, 340], // pink
};

describe.each(["default", "light", "colored", "dark"])("the %s scheme", (scheme) => {
  const own = scheme === "default" ? [] : tokensOf(`[data-scheme="${scheme}"]`);
  const tokens = new Map([...tokensOf(":root"), ...own]);
  const colour = (name: string) => {
    const found = tokens.get(name);
    if (!found) throw new Error(`styles.css has no --${name}`);
    return found;
  };

  test.each(TEXT_ON)("%s is readable on %s", (text, surface) => {
    expect(contrast(colour(text), colour(surface))).toBeGreaterThanOrEqual(AA_TEXT);
  });

  test.each(Object.entries(HUES))("the status %s has its own colour", (status, [first, last]) => {
    const [hue] = colour(`status-${status}`);
    const turned = hue > 345 ? hue - 360 : hue;
    expect(turned).toBeGreaterThanOrEqual(first);
    expect(turned).toBeLessThanOrEqual(last);
  });

  test.each(GRAPHIC_ON)("%s stands out from %s", (graphic, surface) => {
    expect(contrast(colour(graphic), colour(surface))).toBeGreaterThanOrEqual(AA_GRAPHIC);
  });
});

describe.each([":root", `[data-scheme="dark"]`])("avatars of %s", (selector) => {
  test.each(AVATAR_HUES)("initials are readable on the hue %s", (hue) => {
    const [tint, text] = avatarColours(selector, hue);
    expect(contrast(tint, text)).toBeGreaterThanOrEqual(AA_TEXT);
  });
});
