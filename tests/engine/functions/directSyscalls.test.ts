import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import type { Value } from "convex/values";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withDirectSyscalls } from "../../../engine/functions/loading/directPackage";
import type { PushRequest } from "../../../engine/functions/loading/loader";
import { ODD_NAMES, type Step } from "../app/convex/scripts";
import { temporaryFolder, testAppBundle, TestDeployment } from "../support/testDeployment";
import { arbitraryValue } from "../values/arbitraryValue";
import { property } from "../../support/property";

/** The test app as it is loaded, and with a package that keeps its own conversions. */
let direct: TestDeployment;
let byText: TestDeployment;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  direct = await TestDeployment.open();
  folder = await temporaryFolder();
  const pushRequest = join(folder.path, "functions.json");
  const bundle = await readFile(await testAppBundle(), "utf8");
  await writeFile(pushRequest, bundle.replaceAll("node_modules/convex/dist/esm/", "elsewhere/"));
  byText = await TestDeployment.open({ pushRequest });
});
afterAll(async () => {
  await direct.close();
  await byText.close();
  await folder.remove();
});

const at = fc.nat(5);
const fields = fc.dictionary(fc.constantFrom("a", "b", "B", "c_d"), arbitraryValue, {
  maxKeys: 3,
  noNullPrototype: true,
});
const patch = fc.dictionary(
  fc.constantFrom("a", "b", "B"),
  fc.oneof(arbitraryValue, fc.constant("unset")),
  { maxKeys: 3, noNullPrototype: true },
);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("insert" as const), value: fields }),
  fc.record({ do: fc.constant("insertOdd" as const), odd: fc.constantFrom(...ODD_NAMES) }),
  fc.record({ do: fc.constantFrom("get", "change", "delete"), at }),
  fc.record({ do: fc.constant("patch" as const), at, value: patch }),
  fc.record({ do: fc.constant("replace" as const), at, value: fields }),
  fc.record({
    do: fc.constant("read" as const),
    how: fc.constantFrom("collect", "first", "unique", "iterate", "paginate", "twice"),
  }),
  fc.record({ do: fc.constant("take" as const), count: fc.nat(3), where: arbitraryValue }),
);

/** Runs a script in both deployments, and returns what each saw, with ids by number. */
async function both(steps: readonly Step[]) {
  const seen = [];
  for (const app of [direct, byText]) {
    const ran = (await app.mutation("scripts:run", { steps: steps as unknown as Value })) as {
      ids: string[];
      seen: Value[];
    };
    const stored = await app.query("scripts:all");
    seen.push(numbered({ ...ran, stored }));
    const { ids } = ran;
    await app.mutation("scripts:run", { ids, steps: ids.map((_id, at) => ({ do: "delete", at })) });
  }
  return seen;
}

/** Replaces ids and creation times, which differ between deployments, wherever they occur. */
function numbered(value: Value, ids = new Map<string, string>()): unknown {
  const nameOf = (id: string) => {
    if (!ids.has(id)) ids.set(id, `id ${ids.size}`);
    return ids.get(id)!;
  };
  if (typeof value === "string") {
    return value
      .replace(/\b[0-9a-z]{32}\b/g, nameOf)
      .replace(/("_creationTime":)"[\d.]+"/g, "$1time");
  }
  if (typeof value !== "object" || value === null || value instanceof ArrayBuffer) return value;
  if (Array.isArray(value)) return value.map((element) => numbered(element, ids));
  // An array of entries, so that the order of fields is compared too.
  return Object.entries(value).map(([name, field]) => [
    name,
    name === "_creationTime" ? "time" : numbered(field as Value, ids),
  ]);
}

describe("database calls without text", () => {
  property([fc.array(anyStep, { minLength: 1, maxLength: 10 })], { numRuns: 100 })(
    "functions see, store and are refused what the package's own calls give them",
    async (steps) => {
      const [without, withText] = await both(steps);
      expect(without).toEqual(withText);
    },
  );

  test.for(ODD_NAMES)("the odd value %s is stored or refused as by the package", async (odd) => {
    const [without, withText] = await both([
      { do: "insertOdd", odd },
      { do: "change", at: 0 },
      { do: "patch", at: 0, value: { b: "unset", e: 1n } },
      { do: "get", at: 0 },
      { do: "insert", value: { a: "plain", b: 2 } },
      { do: "patchOdd", at: 1, odd },
      { do: "change", at: 1 },
      { do: "replaceOdd", at: 1, odd },
      { do: "get", at: 1 },
    ]);
    expect(without).toEqual(withText);
  });

  test("a function that changes a document it has read changes no one else's", async () => {
    const value = { list: [1, { a: "x" }], nested: { deep: { b: 1 } }, text: "t" };
    const { ids } = (await direct.mutation("scripts:run", {
      steps: [{ do: "insert", value }],
    })) as { ids: string[] };
    const own = () => direct.query("scripts:all");
    const before = await own();
    for (let reads = 0; reads < 3; reads++) {
      await direct.mutation("scripts:run", { ids, steps: [{ do: "change", at: 0 }] });
      expect(await own()).toEqual(before);
    }
    expect(before).toMatchObject([{ _id: ids[0], ...value }]);
    await direct.mutation("scripts:run", { ids, steps: [{ do: "delete", at: 0 }] });
  });

  test("calls made while a nested mutation runs wait for it", async () => {
    const results = [];
    for (const app of [direct, byText]) {
      results.push(numbered(await app.mutation("scripts:atOnce", { value: { a: 1n } })));
    }
    expect(results[0]).toEqual(results[1]);
  });
});

describe("loading the package", () => {
  test("every replaced function is found in the installed package", async () => {
    const request = JSON.parse(await readFile(await testAppBundle(), "utf8")) as PushRequest;
    const names = new Set<string>();
    for (const { source } of request.appDefinition.changedModules) {
      const added = withDirectSyscalls(source).match(/Convex\.direct\.\w+/g) ?? [];
      for (const name of added) names.add(name.replace("Convex.direct.", ""));
    }
    expect([...names].sort()).toEqual([
      "QueryImpl",
      "convexToJsonInternal",
      "jsonToConvex",
      "performAsyncSyscall",
      "performSyscall",
    ]);
  });

  const PACKAGE = [
    "// ../node_modules/convex/dist/esm/server/impl/syscall.js",
    "function p(t, e) {}",
    'n(p, "performSyscall");',
    "async function u$(t, e) {}",
    'n(u$, "performAsyncSyscall");',
    "",
    "// ../node_modules/convex/dist/esm/server/impl/meta_impl.js",
    'async function m() { return await u$("1.0/x", {}); }',
  ].join("\n");

  test("the replacing line precedes the name of the source map", () => {
    const line =
      "if (globalThis.Convex?.direct) { p = Convex.direct.performSyscall(p); u$ = Convex.direct.performAsyncSyscall(u$); }";
    expect(withDirectSyscalls(`${PACKAGE}\n//# sourceMappingURL=a.js.map`)).toBe(
      `${PACKAGE}\n${line}\n//# sourceMappingURL=a.js.map`,
    );
    expect(withDirectSyscalls(PACKAGE)).toBe(`${PACKAGE}\n${line}`);
  });

  test.for([
    ["a function is missing", PACKAGE.replace('n(p, "performSyscall");', "")],
    ["an answer is not awaited", PACKAGE.replace("return await", "return")],
    ["the function is the project's own", PACKAGE.replaceAll("node_modules/convex", "src")],
  ])("a module is unchanged if %s", ([, source]) => {
    expect(withDirectSyscalls(source!)).toBe(source);
  });
});
