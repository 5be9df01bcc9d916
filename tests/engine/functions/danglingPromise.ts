import { TestDeployment } from "../support/testDeployment";

/** Run by danglingPromise.test.ts as a process of its own. */
async function main(): Promise<void> {
  const app = await TestDeployment.open();
  await app.mutation("edges:rejectsLater");
  await new Promise((resolve) => setTimeout(resolve, 50));
  const logged = app.deployment.logs
    .after(0)
    .entries.flatMap(({ logLines }) => logLines.flatMap(({ messages }) => messages));
  console.log(JSON.stringify(logged));
  await app.close();
}

void main();
