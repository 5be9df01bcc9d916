import { TestDeployment } from "../support/testDeployment";

/** Run by strayThrows.test.ts as a process of its own: throws outside of every function. */
async function main(): Promise<void> {
  const app = await TestDeployment.open();
  await app.mutation("messages:increment", { name: "bug" });
  setTimeout(() => {
    throw new Error("a bug of the server");
  });
}

void main();
