/** Browsers by the mark in their user agent; each also bears the marks of those after it. */
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

/** Systems by their mark; an iPhone's user agent names Mac OS X too, an Android's Linux. */
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
 * Names a browser and its system: "Firefox on Windows". The text is the sender's own, so it is good
 * for recognising one's sessions and proves nothing.
 */
export function describeUserAgent(userAgent: string): string {
  const find = (marks: typeof BROWSERS | typeof SYSTEMS) =>
    marks.find(([mark]) => userAgent.includes(mark))?.[1];
  const browser = find(BROWSERS) ?? "A browser";
  const system = find(SYSTEMS);
  return system === undefined ? browser : `${browser} on ${system}`;
}
