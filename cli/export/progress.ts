/** Time between two updates of the count, in ms. */
const UPDATE_MS = 200;

/** Counts rows on stderr while a terminal shows it. */
export function rowCounter() {
  let rows = 0;
  let shownAt = 0;
  const isShown = process.stderr.isTTY;
  const show = () => process.stderr.write(`\r${rows.toLocaleString("en-US")} rows `);
  return {
    count: () => {
      rows += 1;
      if (!isShown || Date.now() - shownAt < UPDATE_MS) return;
      shownAt = Date.now();
      show();
    },
    end: () => {
      if (!isShown) return;
      show();
      process.stderr.write("\n");
    },
  };
}
