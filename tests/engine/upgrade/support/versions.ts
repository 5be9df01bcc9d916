import type { Upgrades } from "../../../../engine/commit/database";
import { openDeployment, type Deployment } from "../../../../engine/deployment";
import type { DeploymentOptions } from "../../../../engine/options";
import type { PushRequest } from "../../../../engine/functions/loading/loader";
import type { JSONObject } from "../../../../engine/values/json";

/** Documents that an upgrade stores in one batch. */
export const BATCH = 500;
/** Documents of the fixture. */
export const PEOPLE = BATCH + 100;

/** A project that only has a schema: people, whose document type the version determines. */
function projectOf(version: "one" | "two" | "three"): PushRequest {
  const fields = { one: ["name"], two: ["first", "last"], three: ["first", "last", "born"] };
  const types = fields[version].map((field) => [
    field,
    { fieldType: { type: "string" }, optional: field === "born" },
  ]);
  const schema = {
    schemaValidation: true,
    tables: [
      {
        tableName: "people",
        indexes: [{ indexDescriptor: "by_it", fields: [fields[version][0]] }],
        documentType: { type: "object", value: Object.fromEntries(types) as JSONObject },
      },
    ],
  };
  // The name of the module differs, because Node keeps imported modules by path.
  const module = {
    path: `schema-${version}.js`,
    source: `export default { export: () => ${JSON.stringify(JSON.stringify(schema))} };`,
    environment: "isolate" as const,
  };
  return {
    appDefinition: { definition: null, schema: module, changedModules: [], dependencies: [] },
  };
}

/** Upgrades of version two and three: they split a name. */
export const SPLIT: Upgrades = {
  people: (person) => {
    if (!("name" in person)) return person;
    const { name, ...kept } = person;
    const [first = "", last = ""] = (name as string).split(" ");
    return { ...kept, first, last };
  },
};

/** Opens a data folder with a version of the project. */
export function openVersion(
  version: "one" | "two" | "three",
  dataDir: string,
  options: Partial<DeploymentOptions> = {},
): Promise<Deployment> {
  return openDeployment({
    dataDir,
    pushRequest: projectOf(version),
    cloudUrl: "http://127.0.0.1",
    siteUrl: "http://127.0.0.1",
    ...(version !== "one" && { upgrades: SPLIT }),
    ...options,
  });
}

/** Returns the documents of `people`, by their creation. */
export function peopleIn({ database }: Deployment): JSONObject[] {
  const tx = database.beginRead();
  try {
    const all = tx.scan(
      "people.by_creation_time",
      tx.indexRange("people.by_creation_time", []),
      "asc",
    );
    return [...all].map(({ json }) => JSON.parse(json) as JSONObject);
  } finally {
    tx.close();
  }
}
