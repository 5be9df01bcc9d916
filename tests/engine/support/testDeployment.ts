import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convexToJson, jsonToConvex, type JSONValue, type Value } from "convex/values";
import { openDeployment, type Deployment } from "../../../engine/deployment";
import type { DeploymentOptions } from "../../../engine/options";
import { bundleFunctions } from "../../../engine/functions/loading/bundle";
import type { Caller, JSONObject, Outcome, UserIdentity } from "../../../engine/functions/types";

const ROOT = new URL("../../..", import.meta.url).pathname;

export const ANONYMOUS: Caller = { identity: null, isAdmin: false };
export const ADMIN: Caller = { identity: null, isAdmin: true };

export function person(subject: string): Caller {
  const identity: UserIdentity = { subject, issuer: "test", tokenIdentifier: `test|${subject}` };
  return { identity, isAdmin: false };
}

/** Path of the test app's push request, which the official CLI bundles unless nothing changed. */
export async function testAppBundle(): Promise<string> {
  const out = join(ROOT, ".build/engine-test-app.json");
  return (await bundleFunctions({ root: join(ROOT, "tests/engine/app"), out })).path;
}

export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "engine-test-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** The test app on a real store in its own folder, with shortcuts for calls. */
export class TestDeployment {
  private constructor(
    readonly deployment: Deployment,
    readonly dataDir: string,
    private readonly options: Partial<DeploymentOptions>,
    private readonly remove: () => Promise<void>,
  ) {}

  static async open(options: Partial<DeploymentOptions> = {}): Promise<TestDeployment> {
    const folder = await temporaryFolder();
    return TestDeployment.openIn(folder.path, options, folder.remove);
  }

  /** Opens a data folder that the caller owns and removes. */
  static openOn(dataDir: string): Promise<TestDeployment> {
    return TestDeployment.openIn(dataDir, {}, () => Promise.resolve());
  }

  private static async openIn(
    dataDir: string,
    options: Partial<DeploymentOptions>,
    remove: () => Promise<void>,
  ): Promise<TestDeployment> {
    const deployment = await openDeployment({
      dataDir,
      pushRequest: options.pushRequest ?? (await testAppBundle()),
      cloudUrl: "http://127.0.0.1:3210",
      siteUrl: "http://127.0.0.1:3210",
      ...options,
    });
    return new TestDeployment(deployment, dataDir, options, remove);
  }

  /** Closes and reopens the deployment, as a restart of the server does. */
  async reopen(options: Partial<DeploymentOptions> = {}): Promise<TestDeployment> {
    await this.deployment.close();
    return TestDeployment.openIn(this.dataDir, { ...this.options, ...options }, this.remove);
  }

  async close(): Promise<void> {
    await this.deployment.close();
    await this.remove();
  }

  async query(path: string, args: Record<string, Value> = {}, caller = ANONYMOUS): Promise<Value> {
    const call = { path, args: toJson(args), caller };
    return valueOf(await this.deployment.functions.runQuery(call));
  }

  async mutation(
    path: string,
    args: Record<string, Value> = {},
    caller = ANONYMOUS,
  ): Promise<Value> {
    const call = { path, args: toJson(args), caller };
    return valueOf(await this.deployment.functions.runMutation(call));
  }

  async action(path: string, args: Record<string, Value> = {}, caller = ANONYMOUS): Promise<Value> {
    const call = { path, args: toJson(args), caller };
    return valueOf(await this.deployment.functions.runAction(call));
  }
}

/** A function's failure, as a client would throw it. */
export class CallFailed extends Error {
  constructor(
    message: string,
    readonly data: JSONValue | undefined,
  ) {
    super(message);
  }
}

export function valueOf(outcome: Outcome): Value {
  if (outcome.ok) return jsonToConvex(JSON.parse(outcome.valueJson) as JSONValue);
  const { message, dataJson } = outcome.error;
  throw new CallFailed(
    message,
    dataJson === undefined ? undefined : (JSON.parse(dataJson) as JSONValue),
  );
}

export function toJson(args: Record<string, Value>): JSONObject {
  return convexToJson(args) as JSONObject;
}

/** A clock that tests set. */
export class FakeClock {
  constructor(public time = Date.UTC(2026, 0, 5, 12)) {}
  now(): number {
    return this.time;
  }
}
