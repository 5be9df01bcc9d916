import { beforeAll, describe, expect, test } from "vitest";
import { serverWith } from "./support/serverWith";
import { built, sms } from "./support/sms";
import type { Reply } from "./support/stubServer";

beforeAll(built);

const ANA = "ana@lab.example";
const BEA = "bea@lab.example";

describe("sms users hand-over", () => {
  const words = ["users", "hand-over", ANA, "--to", BEA];
  const done = (id: number) => ({ sampleId: `s${id}`, serialNumber: `HQ${id}`, outcome: "done" });
  const refused = { ...done(2), outcome: "refused", reason: "Not now" };
  const broken =
    /^1 on their way to bea@lab\.example, 1 refused\.\nSome samples have no result .*\nsms: Cannot reach /;

  /**
   * A server on which Ana holds s1, s2 and s3; `progress` returns the reply about the basket with a
   * number.
   */
  async function serverOfAna(progress: (basket: number) => Reply) {
    const moved = new Set<string>();
    let baskets = 0;
    return await serverWith({
      "users:getByEmail": { value: { _id: "u1" } },
      "employees:holds": ({ args }) => {
        const ids = args["status"] === "In Use" ? ["s1", "s2"] : [];
        if (args["status"] === "In Use" && moved.size > 0) ids.push("s3"); // given to her meanwhile
        const page = ids.filter((id) => !moved.has(id)).map((_id) => ({ _id }));
        return { value: { page, isDone: true, continueCursor: "" } };
      },
      "baskets:start": () => {
        baskets += 1;
        return { value: null };
      },
      "baskets:progress": () => {
        moved.add(baskets === 1 ? "s1" : "s3");
        return progress(baskets);
      },
    });
  }
  const finished = (...results: object[]) => ({ value: { finished: true, results } });

  test("transfers everything that a person holds, and tries a refused sample once", async () => {
    const { env, calls } = await serverOfAna((basket) =>
      basket === 1 ? finished(done(1), refused) : finished(done(3)),
    );
    const { code, stdout, stderr } = await sms(words, env);
    expect([code, stdout]).toEqual([1, "HQ1\tdone\nHQ2\tNot now\nHQ3\tdone\n"]);
    expect(stderr).toBe(`2 on their way to ${BEA}, 1 refused.\n`);
    const started = calls.filter(({ path }) => path === "baskets:start");
    expect(started.map(({ args }) => [args["chosen"], args["sampleIds"]])).toEqual([
      [BEA, ["s1", "s2"]],
      [BEA, ["s3"]],
    ]);
  });

  test("prints what is done when the connection breaks after a basket", async () => {
    const { env } = await serverOfAna((basket) =>
      basket === 1 ? finished(done(1), refused) : "hang up",
    );
    const ended = await sms(words, env);
    expect(ended).toEqual({
      code: 1,
      stdout: "HQ1\tdone\nHQ2\tNot now\n",
      stderr: expect.stringMatching(broken) as string,
    });
  });

  test("prints in JSON what is done when the connection breaks within a basket", async () => {
    let asked = 0;
    const { env } = await serverOfAna(() =>
      ++asked === 1 ? { value: { finished: false, results: [done(1), refused] } } : "hang up",
    );
    const { code, stdout, stderr } = await sms([...words, "--json"], env);
    expect([code, stderr]).toEqual([1, expect.stringMatching(broken)]);
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line): unknown => JSON.parse(line)),
    ).toEqual([done(1), refused]);
  });

  test("exits with 3 when the connection breaks before any result", async () => {
    const { env } = await serverOfAna(() => "hang up");
    const { code, stdout, stderr } = await sms(words, env);
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toMatch(/^Some samples have no result .*\nsms: Cannot reach /);
  });
});
