import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import { expect, test } from "vitest";
import { limitConnections } from "../../../engine/http/connectionLimit";

/**
 * Simulates connections as a server announces them, because tests can only connect from loopback.
 */
function limitedServer() {
  const server = new EventEmitter();
  limitConnections(server as Server, 2);
  return (remoteAddress: string | undefined) => {
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress,
      isDropped: false,
      destroy() {
        socket.isDropped = true;
      },
    });
    server.emit("connection", socket);
    return socket;
  };
}

test("a network's connections beyond the limit are dropped, other networks' are not", () => {
  const connect = limitedServer();
  const addresses = ["2001:db8::1", "2001:db8::2", "2001:db8::3", "192.0.2.7", "2001:db8:0:1::1"];
  const dropped = addresses.map((address) => connect(address).isDropped);
  expect(dropped).toEqual([false, false, true, false, false]);
});

test("a connection that closes makes room for another; a dropped one is not counted", () => {
  const connect = limitedServer();
  const first = connect("192.0.2.7");
  connect("192.0.2.7");
  connect("192.0.2.7").emit("close");
  expect(connect("192.0.2.7").isDropped).toBe(true);
  first.emit("close");
  expect(connect("192.0.2.7").isDropped).toBe(false);
});

test.each(["127.0.0.1", "::1", undefined])("connections of %s are not counted", (address) => {
  const connect = limitedServer();
  for (let count = 0; count < 10; count++) expect(connect(address).isDropped).toBe(false);
});
