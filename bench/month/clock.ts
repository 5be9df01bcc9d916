import { openDeployment, type Deployment } from "../../engine/deployment";

/** A clock that does not advance until it is set, epoch ms. */
export class SetClock {
  constructor(private at: number) {}
  now = (): number => this.at;
  set(at: number): void {
    this.at = at;
  }
}

/**
 * Address that the deployment is configured with. The bench calls functions in-process, so nothing
 * listens there.
 */
const NOWHERE = "http://127.0.0.1:1";

/** Opens a data folder at a moment of the month. */
export function openAt(dataDir: string, pushRequest: string, clock: SetClock): Promise<Deployment> {
  return openDeployment({ dataDir, pushRequest, clock, cloudUrl: NOWHERE, siteUrl: NOWHERE });
}

/** A caller that may call internal functions. */
const caller = { isAdmin: true, identity: null };

/** Calls a function of the deployment. @throws Error when the function fails */
export async function call<Answer>(
  { functions }: Deployment,
  kind: "query" | "mutation",
  path: string,
  args: object = {},
): Promise<Answer> {
  const json = JSON.parse(JSON.stringify(args)) as Parameters<typeof functions.runQuery>[0]["args"];
  const outcome =
    kind === "query"
      ? await functions.runQuery({ path, args: json, caller })
      : await functions.runMutation({ path, args: json, caller });
  if (!outcome.ok) throw new Error(`${path}: ${outcome.error.message}`);
  return JSON.parse(outcome.valueJson) as Answer;
}
