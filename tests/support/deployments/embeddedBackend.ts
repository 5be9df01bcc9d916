import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { ConvexReactClient } from "convex/react";
import { makeFunctionReference } from "convex/server";
import { WebSocket } from "ws";
import { restore, streamBackup } from "../../../engine/backup";
import type { Backend, Caller, Person } from "./backend";
import { EmbeddedHome, type Session } from "./embeddedHome";
import { freePort } from "../freePort";
import { bundleWithTestFunctions } from "./home";

const createPeople = makeFunctionReference<"mutation", { people: Person[] }, Session[]>(
  "testing:createPeople",
);

/** The product's functions on the embedded deployment, called over HTTP by the official client. */
export async function embeddedBackend(): Promise<Backend> {
  const folder = await mkdtemp(join(tmpdir(), "sms-home-"));
  const pushRequest = await bundleWithTestFunctions();
  const port = await freePort();
  let folders = 0;
  let dataDir = join(folder, "data");
  const open = () => EmbeddedHome.open({ dataDir, pushRequest, port });
  await mkdir(dataDir);
  let home = await open();
  const callers = new Map<string, Caller>();
  const tokens = new Map<string, string>();
  const backupFile = join(folder, "backup");
  return {
    addPeople: async (people) => {
      const sessions = await home.admin.mutation(createPeople, { people: [...people] });
      for (const [index, { email }] of people.entries()) {
        const session = sessions[index];
        if (!session) throw new Error(`${email} has no session`);
        const client = new ConvexHttpClient(home.url, { logger: false });
        const token = await home.tokenFor(session);
        client.setAuth(token);
        tokens.set(email, token);
        // The client's types allow only public functions.
        callers.set(email, client as unknown as Caller);
      }
    },
    as: (email) => {
      const caller = callers.get(email);
      if (!caller) throw new Error(`${email} was not added`);
      return caller;
    },
    connect: (email) => {
      const client = new ConvexReactClient(home.url, {
        webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
        logger: false,
        unsavedChangesWarning: false,
      });
      client.setAuth(() => Promise.resolve(tokens.get(email)));
      return client;
    },
    get admin() {
      return home.admin as unknown as Backend["admin"];
    },
    restart: async () => {
      await home.close();
      home = await open();
    },
    backup: () => writeFile(backupFile, streamBackup(home.deployment)),
    restore: async () => {
      if (!existsSync(backupFile)) return false;
      await home.close();
      dataDir = join(folder, `restored-${++folders}`);
      await restore(backupFile, dataDir);
      home = await open();
      return true;
    },
    close: async () => {
      await home.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
