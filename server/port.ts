import { once } from "node:events";
import { createServer } from "node:net";
import { COMMANDS } from "./commandNames";
import { Problem, type Settings } from "./settings";

type Address = Pick<Settings, "host" | "port">;

/**
 * Listens briefly at the server's address. Connections (from open pages looking for their server)
 * are dropped, because closing would wait for them.
 *
 * @throws Problem when the port is taken or reserved, or the host is not an address of this
 *   computer
 */
export async function tryPort({ host, port }: Address): Promise<void> {
  const server = createServer((connection) => connection.destroy());
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (error) {
    throw listenProblem(error, { host, port });
  }
  server.close();
  await once(server, "close");
}

/** Returns a Problem for a known listening error, or any other error unchanged. */
export function listenProblem(error: unknown, { host, port }: Address): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") {
    return new Problem(
      `Port ${port} is taken by another program. Choose another one: PORT=${port + 1} ${COMMANDS.start}`,
    );
  }
  if (code === "EACCES") {
    return new Problem(
      `Port ${port} is for administrators only. Choose one from 1024 on: PORT=3210`,
    );
  }
  if (["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EINVAL"].includes(code ?? "")) {
    return new Problem(`HOST is "${host}", which is no address of this computer.`);
  }
  return error;
}
