import { rm } from "node:fs/promises";
import { decodeRows } from "#domain/samples/compactRows";
import { LIMITS } from "../../engine/values/limits";
import { bundleWithTestFunctions } from "../../tests/support/deployments/home";
import { spreadsheetRow } from "../imports";
import { ADMIN, overviewFolder, PEOPLE, SAMPLES, SUPERVISOR } from "../overview/seed";
import { person } from "../target";
import { Lab, type Peak } from "./lab";

const DAY_MS = 86_400_000;
const EVERYTHING = { search: "", conditions: [], timeZone: "UTC" };
const NOTHING = { ...EVERYTHING, search: "no row has this text" };
/** Rows of the longest lists of a screen; the server reads fewer. */
const FIRST_PAGE = { paginationOpts: { numItems: 1_000, cursor: null } };
const FIRST_REPORT = 2;

/** Parts, in the order in which they run; all of them when none is named. */
const WORK: Readonly<Record<string, (lab: Lab) => Promise<void>>> = {
  feed: async (lab) => {
    for (const isExport of [false, true]) await readPages(lab, { isExport });
    await readPages(lab, { isNewestFirst: true }, 20);
  },
  lists: searches,
  dashboards,
  exports: exportFiles,
  check: async (lab) => void (await lab.action("check:run", {}, null)),
  import: importAndUndo,
  edits: async (lab) => {
    const sampleIds = (await readPages(lab, {}, 4)).slice(0, 300);
    const edit = { basketId: "edits", step: "edit", edit: { comments: "Box 7" }, sampleIds };
    await lab.mutation("baskets:start", edit, ADMIN);
    await lab.settled(60);
  },
  merge: async (lab) => {
    await lab.mutation("lookups:seed", {}, null);
    await lab.mutation(
      "lookups:merge",
      { kind: "brandModel", selected: "Samsung", into: "Apple" },
      ADMIN,
    );
    await lab.settled(20);
  },
  "stock-takes": stockTakes,
  provisioning,
  "e-mail": async (lab) => {
    const change = { email: person(SUPERVISOR), newEmail: "renamed@company.com" };
    await lab.mutation("users:setEmail", change, ADMIN);
    await lab.settled(40);
  },
  nightly,
};

/**
 * `npm run bench -- limits`: what the heaviest functions use of the limits that Convex has for one
 * transaction, with 5,000 people and 100,000 samples. `-- limits exports merge` runs these parts
 * alone. Counts depend on the data alone; the time of a function's own code is processor time of
 * this process, the compiler's and the garbage collector's included.
 */
export async function benchLimits(): Promise<void> {
  const pushRequest = await bundleWithTestFunctions();
  const { dataDir, seeded } = await overviewFolder(pushRequest);
  const lab = await Lab.open(dataDir, pushRequest, seeded.sessions);
  try {
    const named = Object.entries(WORK).filter(([name]) => process.argv.includes(name));
    for (const [name, work] of named.length > 0 ? named : Object.entries(WORK)) {
      const started = performance.now();
      process.stderr.write(`${name} … `);
      await work(lab).catch((error: unknown) => lab.failures.add(`${name}: ${String(error)}`));
      process.stderr.write(`${Math.round((performance.now() - started) / 1_000)} s\n`);
    }
  } finally {
    await lab.deployment.close();
    await rm(dataDir, { recursive: true, force: true });
  }
  const shown = [...lab.peaks].sort(([, one], [, other]) => shareOf(other) - shareOf(one));
  console.log(`The most that one run uses, with ${SAMPLES} samples and ${PEOPLE} people`);
  console.table(Object.fromEntries(shown.map(([name, peak]) => [name, describe(peak)])));
  for (const failure of lab.failures) console.log(failure);
}

/** The largest share of a limit, except of time, which depends on the machine. */
function shareOf(peak: Peak): number {
  const counted = [
    "documentsRead",
    "bytesRead",
    "databaseQueries",
    "documentsWritten",
    "bytesWritten",
    "functionsScheduled",
    "scheduledFunctionArgsBytes",
  ] as const;
  return Math.max(...counted.map((field) => peak[field] / LIMITS[field]));
}

const describe = (peak: Peak) => ({
  runs: peak.runs,
  "documents read": peak.documentsRead,
  "MB read": megabytes(peak.bytesRead),
  ranges: peak.databaseQueries,
  "documents written": peak.documentsWritten,
  "MB written": megabytes(peak.bytesWritten),
  scheduled: peak.functionsScheduled,
  "own code ms": Math.round(peak.userTimeMs),
  "share of a limit": `${(100 * shareOf(peak)).toFixed(1)} %`,
});

const megabytes = (bytes: number) => Number((bytes / 2 ** 20).toFixed(2));

/** Reads pages of the feed of all samples. Returns the ids of their samples. */
async function readPages(
  lab: Lab,
  args: { isExport?: boolean; isNewestFirst?: boolean },
  max = Infinity,
): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < max && (pages === 0 || cursor !== null); pages++) {
    const page = (await lab.query("sampleFeed:page", { ...args, cursor }, ADMIN)) as {
      rows: string;
      cursor: string | null;
    };
    ids.push(...decodeRows(page.rows).map(({ _id }) => _id));
    cursor = page.cursor;
  }
  return ids;
}

async function searches(lab: Lab): Promise<void> {
  const filtered = { query: NOTHING, ...FIRST_PAGE };
  for (const who of [ADMIN, SUPERVISOR]) {
    const scope = who === ADMIN ? "all" : "team";
    await lab.query("samples:list", { list: "report", scope, status: "In Use", ...filtered }, who);
    await lab.query("history:list", { scope, ...filtered }, who);
    await lab.query("users:listWithCounts", filtered, who);
    await lab.query("users:list", FIRST_PAGE, who);
    await lab.query("samples:counts", { list: "report" }, who);
  }
  await lab.query("audit:list", filtered, ADMIN);
}

async function dashboards(lab: Lab): Promise<void> {
  for (const who of [ADMIN, SUPERVISOR, FIRST_REPORT]) {
    for (const path of ["counts", "heldLongest", "notReceived"]) {
      await lab.query(`dashboard:${path}`, {}, who);
    }
    for (const path of ["waiting", "leavers", "unseenNews"]) {
      await lab.query(`inbox:${path}`, {}, who);
    }
    await lab.query("inbox:toAnswer", { limit: 300 }, who);
    await lab.query("inbox:sent", { limit: 300 }, who);
    await lab.query("dashboard:colleagues", FIRST_PAGE, who);
  }
  for (const who of [ADMIN, SUPERVISOR]) {
    await lab.query("dashboard:awaited", {}, who);
    await lab.query("dashboard:overLimits", {}, who);
    await lab.query("dashboard:findColleagues", { search: "nobody" }, who);
  }
  await lab.query("sampleFeed:position", {}, ADMIN);
  await lab.query("operations:state", {}, ADMIN);
}

/** As on Convex Cloud, where an answer is a stored file. */
async function exportFiles(lab: Lab): Promise<void> {
  await lab.deployment.environment.set([{ name: "SMS_STREAMS_EXPORTS", value: null }]);
  const stated = { name: "bench", scopes: ["samples", "history", "exports"], days: 1 };
  for (const who of [ADMIN, SUPERVISOR]) {
    const token = (await lab.action("tokens:create", stated, who)) as string;
    await lab.http("GET", "/api/v1/export/samples?format=csv", token);
    await lab.http("GET", "/api/v1/export/history?format=jsonl", token);
  }
}

async function importAndUndo(lab: Lab): Promise<void> {
  const rows = Array.from({ length: 1_000 }, (_, row) => spreadsheetRow(row, row));
  const duplicates = { serialNumber: "reject", imei: "reject" };
  const file = { importId: "bench", fileName: "bench.csv", fileHash: "0".repeat(64) };
  const begun = { ...file, origin: "web", duplicates, rows: rows.length, unreadable: 0 };
  await lab.mutation("imports:begin", begun, ADMIN);
  for (let from = 0; from < rows.length; from += 250) {
    const batch = rows.slice(from, from + 250).map(({ row, fields }) => ({ row, fields }));
    await lab.mutation("imports:check", { duplicates, rows: batch }, ADMIN);
    const range = { from, to: from + 250 };
    await lab.mutation("imports:commitBatch", { importId: "bench", range, rows: batch }, ADMIN);
  }
  const { page } = (await lab.query("imports:list", FIRST_PAGE, ADMIN)) as {
    page: { id: string }[];
  };
  await lab.mutation("imports:undo", { id: page[0]!.id }, ADMIN);
  await lab.settled(60);
}

async function stockTakes(lab: Lab): Promise<void> {
  const filter = { kind: "filter", scope: "everything", state: {}, query: EVERYTHING };
  const whole = { name: "Everything", target: filter };
  const all = (await lab.mutation("stockTakes:open", whole, ADMIN)) as string;
  await lab.settled(180);
  const numbers = Array.from({ length: 5_000 }, (_, number) => `number ${number}`);
  const pasted = { name: "Numbers", target: { kind: "numbers", numbers } };
  await lab.mutation("stockTakes:open", pasted, ADMIN);
  await lab.settled(60);
  const items = { stockTakeId: all, state: "missing", ...FIRST_PAGE };
  await lab.query("stockTakes:items", items, ADMIN);
  await lab.mutation("stockTakes:close", { stockTakeId: all }, ADMIN);
  await lab.settled(180);
}

async function provisioning(lab: Lab): Promise<void> {
  const token = (await lab.action("scim:createToken", { name: "bench" }, ADMIN)) as string;
  const schemas = ["urn:ietf:params:scim:schemas:core:2.0:User"];
  const created = await lab.http("POST", "/scim/v2/Users", token, {
    schemas,
    userName: "new@company.com",
    displayName: "New Person",
    externalId: "e-1",
    active: true,
  });
  const { id } = JSON.parse(created.text) as { id: string };
  await lab.http("GET", "/scim/v2/Users?count=200&startIndex=4801", token);
  await lab.http("GET", '/scim/v2/Users?filter=userName%20eq%20"new@company.com"', token);
  await lab.http("DELETE", `/scim/v2/Users/${id}`, token);
  const settings = { supervisor: person(ADMIN) };
  await lab.mutation("users:update", { email: person(FIRST_REPORT), settings }, ADMIN);
  const role = { email: person(SUPERVISOR), settings: { role: "admin" } };
  await lab.mutation("users:update", role, ADMIN);
  await lab.settled(60);
}

/** Digests of 5,000 people, a report of all samples, figures of days, and what expires. */
async function nightly(lab: Lab): Promise<void> {
  const report = { name: "All", frequency: "daily", scope: "everything", state: {} };
  await lab.mutation("reports:create", { ...report, query: EVERYTHING }, ADMIN);
  lab.aheadMs = 2 * DAY_MS;
  await lab.mutation("inbox:runDigests", {}, null);
  await lab.mutation("reports:takeDue", {}, null);
  await lab.mutation("trends:makeFigures", {}, null);
  await lab.mutation("inbox:beginDigests", {}, null);
  await lab.mutation("inbox:followLeavers", {}, null);
  await lab.mutation("profile:followAbsences", {}, null);
  await lab.settled(180);
  lab.aheadMs = 100 * DAY_MS;
  for (const path of ["users:eraseDue", "inbox:sweep", "baskets:sweep", "sessions:sweep"]) {
    await lab.mutation(path, {}, null);
  }
  await lab.settled(60);
}
