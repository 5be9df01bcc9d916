import { fileURLToPath } from "node:url";
import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";
import animate from "tailwindcss-animate";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A colour token of web/styles.css, usable with an opacity (`bg-primary/10`). */
const token = (name: string) => `hsl(var(--${name}) / <alpha-value>)`;
const pair = (name: string) => ({ DEFAULT: token(name), foreground: token(`${name}-foreground`) });
/** A sample status: `DEFAULT` for dots and charts, `text` on `tint` for chips. */
const status = (name: string) => ({
  DEFAULT: token(`status-${name}`),
  text: token(`status-${name}-text`),
  tint: token(`status-${name}-tint`),
});

/**
 * Tremor's names of colours, for both of its schemes: the tokens change with the scheme by
 * themselves.
 */
const tremor = {
  background: { DEFAULT: token("popover"), muted: token("muted"), subtle: token("muted") },
  border: { DEFAULT: token("border") },
  ring: { DEFAULT: token("ring") },
  content: {
    subtle: token("muted-foreground"),
    DEFAULT: token("muted-foreground"),
    emphasis: token("foreground"),
    strong: token("foreground"),
  },
};

export default {
  content: [
    here("./web/index.html"),
    here("./web/**/*.{ts,tsx}"),
    here(
      "./node_modules/@tremor/react/dist/components/chart-elements/{AreaChart,BarChart,common}/*.js",
    ),
  ],
  // Tremor puts these together from the colours of a chart: web/components/charts/TremorCharts.tsx.
  safelist: [{ pattern: /^(bg|fill|stroke|text)-(primary|status-[a-z]+)$/ }],
  darkMode: ["selector", '[data-scheme="dark"]'],
  theme: {
    extend: {
      colors: {
        border: token("border"),
        input: token("input"),
        ring: token("ring"),
        background: token("background"),
        foreground: token("foreground"),
        primary: pair("primary"),
        secondary: pair("secondary"),
        destructive: pair("destructive"),
        warning: pair("warning"),
        success: pair("success"),
        muted: pair("muted"),
        accent: pair("accent"),
        popover: pair("popover"),
        card: pair("card"),
        sidebar: {
          ...pair("sidebar"),
          muted: token("sidebar-muted"),
          border: token("sidebar-border"),
          active: pair("sidebar-active"),
        },
        tremor,
        "dark-tremor": tremor,
        status: {
          registered: status("registered"),
          transit: status("transit"),
          use: status("use"),
          return: status("return"),
          returned: status("returned"),
          request: status("request"),
          lost: status("lost"),
        },
      },
      borderRadius: { lg: "8px", md: "6px", sm: "4px", "tremor-default": "6px" },
      fontFamily: {
        sans: ['"Inter Variable"', "system-ui", "sans-serif"],
        mono: ['"JetBrains Mono Variable"', "ui-monospace", "monospace"],
      },
      fontSize: {
        "2xs": ["0.6875rem", { lineHeight: "1rem" }],
        "tremor-label": ["0.6875rem", { lineHeight: "1rem" }],
        "tremor-default": ["0.75rem", { lineHeight: "1rem" }],
      },
      boxShadow: { "tremor-dropdown": "0 4px 12px hsl(var(--foreground) / 0.12)" },
      transitionDuration: { DEFAULT: "140ms" },
      transitionTimingFunction: { DEFAULT: "ease-out" },
      keyframes: {
        // A row or card that arrived or changed a moment ago.
        glow: {
          "0%": { backgroundColor: "hsl(var(--primary) / 0.18)" },
          "100%": { backgroundColor: "transparent" },
        },
        // Something is on its way, and nobody knows for how long.
        progress: {
          "0%": { transform: "translateX(-100%)" },
          "100%": { transform: "translateX(300%)" },
        },
      },
      animation: { glow: "glow 2s ease-out", progress: "progress 1.2s ease-in-out infinite" },
    },
  },
  plugins: [
    animate,
    // Fingers need 44 px, on a tablet too: `:root` makes it win over `sm:` and the like, which
    // Tailwind writes after the variants of plugins.
    plugin((api) => api.addVariant("coarse", "@media (pointer: coarse) { :root & }")),
  ],
} satisfies Config;
