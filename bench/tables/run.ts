import { bundleWithTestFunctions } from "../../tests/support/home";
import { describeMachine } from "../machine";
import { feedInside, handOvers } from "./server";

/** `npm run bench -- tables`: what an admin's tables of 100,000 samples cost the server. */
export async function benchTables(): Promise<void> {
  console.log(`${describeMachine()}\n`);
  const pushRequest = await bundleWithTestFunctions();
  console.log("The feed inside the server, 100,000 samples (ms)");
  console.table(await feedInside(pushRequest));
  const { measured, wireMb } = await handOvers(pushRequest);
  console.log("Hand-overs while admins have tables open, or load them for the first time (ms)");
  console.table(measured);
  console.log(`Pages on the wire: ${wireMb.toFixed(1)} MB for a load of all rows`);
}
