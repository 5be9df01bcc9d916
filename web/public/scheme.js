/* global document, location, matchMedia */
// Runs before the first paint, so that a dark page never flashes white. lib/theme.ts owns the rule.
(function () {
  const schemes = ["default", "colored", "dark", "light", "system"];
  let scheme = new URLSearchParams(location.search).get("theme");
  try {
    if (schemes.indexOf(scheme) < 0) scheme = localStorage.getItem("theme");
  } catch {
    // Storage is blocked: the default scheme stays.
  }
  if (scheme === "system") {
    scheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "default";
  }
  if (schemes.indexOf(scheme) >= 0) document.documentElement.dataset.scheme = scheme;
})();
