/** Time between two updates of the count, in ms. */
const UPDATE_MS = 200;

/** Shows a growing count on stderr, if that is a terminal. @param describe "12,400 rows" */
export function startCounter(describe: (count: number) => string) {
  let total = 0;
  let shownAt = 0;
  const isShown = process.stderr.isTTY;
  const show = () => process.stderr.write(`\r${describe(total)} `);
  return {
    add: (count: number) => {
      total += count;
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
