import { join } from "node:path";
import { expect, test } from "vitest";
import { commandFor } from "../../server/welcome";

const inFolder = (folder: string) => join(process.cwd(), folder);

test.each([
  [".sms-data", 3210, "npx sms mail list"],
  [".sms-real", 3210, "SMS_DATA_DIR=.sms-real npx sms mail list"],
  [".sms-data", 8080, "SMS_URL=http://localhost:8080 npx sms mail list"],
  ["my data", 8080, "SMS_DATA_DIR='my data' SMS_URL=http://localhost:8080 npx sms mail list"],
])("a command for the folder %j and port %i is %j", (folder, port, command) => {
  expect(commandFor({ dataDir: inFolder(folder), port }, "npx sms mail list")).toBe(command);
});

test("a command names a folder elsewhere by its whole path", () => {
  const printed = commandFor({ dataDir: "/srv/sms", port: 3210 }, "npx sms check");
  expect(printed).toBe("SMS_DATA_DIR=/srv/sms npx sms check");
});
