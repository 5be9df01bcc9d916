import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  decodeTimestamp,
  encodeTimestamp,
  parseClientMessage,
  ProtocolError,
  queryModification,
  queryResultTail,
  responseMessage,
  transitionMessage,
} from "../../../engine/sync/protocol";

describe("timestamps", () => {
  test("timestamps are sent as base64 of eight little-endian bytes", () => {
    expect(encodeTimestamp(1n)).toBe("AQAAAAAAAAA=");
    expect(decodeTimestamp("AAAAAAEAAAA=")).toBe(2n ** 32n);
    expect(() => decodeTimestamp("AQ==")).toThrow(ProtocolError);
  });

  test("a decoded timestamp equals the encoded one", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (ts) => {
        expect(decodeTimestamp(encodeTimestamp(ts))).toBe(ts);
      }),
    );
  });
});

describe("client frames", () => {
  test.each([
    '{"type":"Connect","sessionId":"s","connectionCount":0,"lastCloseReason":null,"clientTs":1}',
    '{"type":"ModifyQuerySet","baseVersion":0,"newVersion":1,"modifications":[]}',
    '{"type":"ModifyQuerySet","baseVersion":0,"newVersion":1,"modifications":[{"type":"Add","queryId":0,"udfPath":"m:f","args":[{}]},{"type":"Remove","queryId":0}]}',
    '{"type":"Mutation","requestId":0,"udfPath":"m:f","args":[{}]}',
    '{"type":"Authenticate","baseVersion":0,"tokenType":"None"}',
    '{"type":"Event","eventType":"ClientConnect","event":[]}',
  ])("the client frame %s is accepted", (frame) => {
    expect(parseClientMessage(Buffer.from(frame))).toEqual(JSON.parse(frame));
  });

  test.each([
    "",
    "[]",
    "null",
    "{",
    '{"type":"Nonsense"}',
    '{"type":"Connect"}',
    '{"type":"Connect","sessionId":"s","maxObservedTimestamp":7}',
    '{"type":"ModifyQuerySet","baseVersion":-1,"newVersion":1,"modifications":[]}',
    '{"type":"ModifyQuerySet","baseVersion":0,"newVersion":1}',
    '{"type":"ModifyQuerySet","baseVersion":0,"newVersion":1,"modifications":[null]}',
    '{"type":"ModifyQuerySet","baseVersion":0,"newVersion":1,"modifications":[{"type":"Add","queryId":0}]}',
    '{"type":"Mutation","requestId":1.5,"udfPath":"m:f","args":[{}]}',
    '{"type":"Mutation","requestId":1,"udfPath":7,"args":[{}]}',
    '{"type":"Action","requestId":1,"udfPath":"m:f","args":[{},{}]}',
    '{"type":"Authenticate","baseVersion":0,"tokenType":"User"}',
    '{"type":"Authenticate","baseVersion":0,"tokenType":"Root","value":""}',
  ])("the client frame %s is refused", (frame) => {
    expect(() => parseClientMessage(Buffer.from(frame))).toThrow(ProtocolError);
  });

  test("a frame that is nested too deeply is refused", () => {
    const frame = `{"type":"Event","event":${"[".repeat(1e5)}${"]".repeat(1e5)}}`;
    expect(() => parseClientMessage(Buffer.from(frame))).toThrow(ProtocolError);
  });

  test("any text parses or throws a ProtocolError", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (frame) => {
        try {
          parseClientMessage(Buffer.from(frame));
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("server messages", () => {
  test("a Transition contains results unparsed", () => {
    const tail = queryResultTail({ ok: true, valueJson: '{"n":1}', logLines: ["[LOG] 'x'"] }, "J");
    const text = transitionMessage(
      { querySet: 0, identity: 0, ts: 0n },
      { querySet: 1, identity: 0, ts: 1n },
      [queryModification(4, true, tail)],
      { nowMs: 1000, clientClockSkewMs: -3 },
    );
    expect(JSON.parse(text)).toEqual({
      type: "Transition",
      startVersion: { querySet: 0, identity: 0, ts: "AAAAAAAAAAA=" },
      endVersion: { querySet: 1, identity: 0, ts: "AQAAAAAAAAA=" },
      modifications: [
        {
          type: "QueryUpdated",
          queryId: 4,
          value: { n: 1 },
          logLines: ["[LOG] 'x'"],
          journal: "J",
        },
      ],
      clientClockSkew: -3,
      serverTs: 1e9,
    });
  });

  test("a failed query and a failed mutation contain the error's data", () => {
    const failed = {
      ok: false as const,
      error: { message: "no", dataJson: '{"code":"NOT_YOURS"}' },
      logLines: [],
    };
    expect(JSON.parse(queryModification(0, false, queryResultTail(failed, null)))).toEqual({
      type: "QueryFailed",
      queryId: 0,
      errorMessage: "no",
      errorData: { code: "NOT_YOURS" },
      logLines: [],
      journal: null,
    });
    expect(JSON.parse(responseMessage("MutationResponse", 3, failed, 9n))).toEqual({
      type: "MutationResponse",
      requestId: 3,
      success: false,
      result: "no",
      errorData: { code: "NOT_YOURS" },
      logLines: [],
    });
  });

  test("only a successful mutation's response has a timestamp", () => {
    const done = { ok: true as const, valueJson: "null", logLines: [] };
    expect(JSON.parse(responseMessage("MutationResponse", 3, done, 1n))).toMatchObject({
      result: null,
      ts: "AQAAAAAAAAA=",
    });
    expect(JSON.parse(responseMessage("ActionResponse", 3, done, null))).not.toHaveProperty("ts");
  });
});
