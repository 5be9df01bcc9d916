import { describe, expect, test } from "vitest";
import { Rotation } from "../../../engine/commit/rotation";

function takeAll(rotation: Rotation<string>): string[] {
  const taken: string[] = [];
  for (let item; (item = rotation.take()) !== undefined;) taken.push(item);
  return taken;
}

describe("a rotation", () => {
  test("a rotation serves groups in turn, however many items each has", () => {
    const rotation = new Rotation<string>();
    for (const item of ["ana 1", "ana 2", "ana 3"]) rotation.add(["ana"], item);
    rotation.add(["bruno"], "bruno 1");
    expect(takeAll(rotation)).toEqual(["ana 1", "bruno 1", "ana 2", "ana 3"]);
  });

  test("a rotation serves the groups inside a group in turn too", () => {
    const rotation = new Rotation<string>();
    for (const number of [1, 2]) rotation.add(["visitors", "network a"], `a ${number}`);
    rotation.add(["visitors", "network b"], "b 1");
    for (const number of [1, 2]) rotation.add(["ana"], `ana ${number}`);
    expect(takeAll(rotation)).toEqual(["a 1", "ana 1", "b 1", "ana 2", "a 2"]);
  });

  test("a group that returns waits behind the groups already there", () => {
    const rotation = new Rotation<string>();
    rotation.add(["ana"], "ana 1");
    rotation.add(["bruno"], "bruno 1");
    expect(rotation.take()).toBe("ana 1");
    rotation.add(["ana"], "ana 2");
    expect(takeAll(rotation)).toEqual(["bruno 1", "ana 2"]);
  });

  test("a rotation peeks at the item that it serves next, and skips deleted ones", () => {
    const rotation = new Rotation<string>();
    for (const name of ["ana", "bruno"]) rotation.add([name, "socket"], name);
    expect(rotation.peek()).toBe("ana");
    rotation.delete(["ana", "socket"], "ana");
    expect([rotation.peek(), rotation.size]).toEqual(["bruno", 1]);
    expect(takeAll(rotation)).toEqual(["bruno"]);
    expect(rotation.isEmpty).toBe(true);
  });
});
