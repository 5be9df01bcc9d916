/**
 * Browsers by the mark in their user agent, which also contains the marks of those further down.
 */
const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["FxiOS", "Firefox"],
  ["CriOS", "Chrome"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

/** Systems by their mark; an iPhone's user agent also names Mac OS X, and an Android's Linux. */
const SYSTEMS = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["CrOS", "ChromeOS"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
] as const;

/**
 * Names a browser and its system: "Firefox on Windows". The client chooses the text, so it only
 * helps people recognise their sessions and proves nothing.
 */
export function describeUserAgent(userAgent: string): string {
  const find = (marks: typeof BROWSERS | typeof SYSTEMS) =>
    marks.find(([mark]) => userAgent.includes(mark))?.[1];
  const browser = find(BROWSERS) ?? "A browser";
  const system = find(SYSTEMS);
  return system === undefined ? browser : `${browser} on ${system}`;
}
