import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const CORES = availableParallelism();

/** Begins with the longest file: Vitest guesses by size, and it is one of the shortest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => moduleId.endsWith("/screens.test.ts");
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const alias = { "@": fileURLToPath(new URL("./web", import.meta.url)) };
const project = (name: string, environment: string, extra: object = {}) => ({
  resolve: { alias },
  test: {
    name,
    environment,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    // These limits only make a run end, and name the test that hangs. A slow machine must not reach
    // them, so no test sets a shorter one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Files of one project share their modules: importing them took longer than the tests.
    isolate: false,
    // MB. Tests allocate fast: with V8's default of 16, collecting young objects takes a tenth of
    // their time.
    execArgv: ["--max-semi-space-size=64"],
    setupFiles: ["tests/support/restored.ts", "tests/support/propertySeed.ts"],
    globalSetup: ["tests/support/temporaryFolder.ts"],
    // Servers that tests start run on the Node of the tests.
    env: { SMS_RUNTIME: "system" },
    // Bundles that a deployment loads, and built programs: Node imports them, as in the product.
    server: { deps: { external: [/\/modules\/\d+\//, /^(?!.*\/node_modules\/).*\/dist\//] } },
    ...extra,
  },
});

/** Lets tests/support/deployments/quickQueries.ts reach the store of convex-test. */
const exportedStore = {
  name: "convex-test's store",
  transform: (code: string, id: string) =>
    id.endsWith("/convex-test/dist/index.js") ? `${code}\nexport { DatabaseFake };` : undefined,
};

/** One project a folder of tests/: `npx vitest run --project engine`. Browsers: tests/e2e. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    silent: "passed-only", // what a passing test printed is noise in CI
    // A worker waits for the disk, a process or a timer for a quarter of its time. One more than
    // there are cores keeps them busy.
    maxWorkers: CORES + 1,
    projects: [
      project("domain", "node"),
      {
        ...project("convex", "edge-runtime", { server: { deps: { inline: ["convex-test"] } } }),
        plugins: [exportedStore],
      },
      project("engine", "node"),
      project("web", "happy-dom", {
        alias: {
          "@convex-dev/auth/react": fileURLToPath(
            new URL("./tests/support/web/fakeAuth.ts", import.meta.url),
          ),
        },
        setupFiles: [
          "tests/support/propertySeed.ts",
          "tests/support/web/patience.ts",
          "tests/support/web/plainReact.ts",
          "tests/support/web/restoredPage.ts",
        ],
      }),
      // Its files replace modules (vi.mock), or need one as it is when it was just loaded.
      project("webMocked", "happy-dom", {
        isolate: true,
        setupFiles: ["tests/support/web/patience.ts", "tests/support/web/plainReact.ts"],
      }),
      project("cli", "node"),
      project("server", "node"),
      project("scripts", "node"),
      project("e2e", "node", {
        globalSetup: ["tests/support/temporaryFolder.ts", "tests/support/browser/sharedProduct.ts"],
        setupFiles: ["tests/support/browser/showPages.ts"],
        // A page waits for its server, for frames and for tests: one more than there are cores.
        maxWorkers: Math.min(CORES + 1, 4),
        sequence: { groupOrder: 1 }, // after the others: only these can fail on a busy machine
      }),
    ],
  },
});
