import { TestDeployment } from "../support/testDeployment";

/**
 * Run by strayThrows.test.ts in a child process. Prints one JSON object: how each call ended, and
 * what the server logged.
 */
async function main(): Promise<void> {
  const logged: string[] = [];
  const log = {
    info() {},
    warn() {},
    error: (message: string, fields?: object) =>
      void logged.push(`${message} ${JSON.stringify(fields)}`),
  };
  const app = await TestDeployment.open({ log, pushRequest: process.argv[2]! });
  const ways = (await app.action("stray:ways")) as string[];
  const endOf = (call: Promise<unknown>) =>
    call.then(
      () => "success",
      (error: Error) => error.message,
    );
  const failed: Record<string, string> = {};
  for (const way of ways) {
    const bystander = app.action("actions:waits", { ms: 40 });
    failed[way] = await endOf(app.action("stray:goesWrong", { way }));
    await bystander;
  }
  const late: Record<string, string> = {};
  for (const way of ways) {
    const before = logged.length;
    late[way] = await endOf(app.action("stray:goesWrongLater", { way }));
    while (logged.length === before) await app.action("actions:waits", { ms: 5 });
  }
  const mutation = await endOf(app.mutation("edges:throwsInMicrotask"));
  const rejected = await endOf(app.mutation("edges:rejectsMeanwhile"));
  await app.mutation("edges:rejectsLater");
  const beforeRejection = logged.length;
  while (logged.length === beforeRejection) await app.action("actions:waits", { ms: 5 });
  const counter = await app.query("messages:counter", { name: "stray" });
  process.stdout.write(JSON.stringify({ failed, late, mutation, rejected, counter, logged }));
  await app.close();
}

void main();
