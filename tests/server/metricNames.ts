/** Labels that Prometheus adds to what it scrapes. */
const ADDED_LABELS = ["instance", "job"];

/** Words of PromQL in our dashboard that are not names of series. */
const WORDS = new Set(["by", "sum", "rate", "topk", "time", "histogram_quantile"]);

/** Returns the series and the labels that a PromQL expression names. */
export function namesIn(expression: string): { metrics: string[]; labels: string[] } {
  const labels: string[] = [];
  const bare = expression
    .replace(/\{([^}]*)\}/g, (_braces, matchers: string) => {
      labels.push(...[...matchers.matchAll(/(\w+)\s*=?[=!~]/g)].map(([, name = ""]) => name));
      return "";
    })
    .replace(/\[[^\]]*\]/g, "")
    .replace(/\bby \(([^)]*)\)/g, (_by, names: string) => {
      labels.push(...names.split(",").map((name) => name.trim()));
      return "";
    });
  const names = bare.match(/[a-z_]\w*/g) ?? [];
  return {
    metrics: [...new Set(names.filter((name) => !WORDS.has(name)))],
    labels: labels.filter((label) => !ADDED_LABELS.includes(label)),
  };
}

/** Returns the labels of each series in the text of a scrape. */
export function seriesOf(scrape: string): ReadonlyMap<string, readonly string[]> {
  const series = new Map<string, string[]>();
  for (const line of scrape.split("\n")) {
    const [, name = "", labels = ""] = /^([a-zA-Z_]\w*)(?:\{(.*)\})? /.exec(line) ?? [];
    if (name === "") continue;
    const known = series.get(name) ?? [];
    const own = [...labels.matchAll(/(\w+)="/g)].map(([, label = ""]) => label);
    series.set(name, [...new Set([...known, ...own])]);
  }
  return series;
}
