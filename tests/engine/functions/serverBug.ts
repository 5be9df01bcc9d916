import { TestDeployment } from "../support/testDeployment";

/** Run by strayThrows.test.ts in a child process: throws outside every function. */
async function main(): Promise<void> {
  const app = await TestDeployment.open({ pushRequest: process.argv[2]! });
  await app.mutation("messages:increment", { name: "bug" });
  setTimeout(() => {
    throw new Error("a bug of the server");
  });
}

void main();
