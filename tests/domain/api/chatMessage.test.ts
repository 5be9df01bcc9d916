import { describe, expect, test } from "vitest";
import { chatBody, chatDigest, stepLine } from "#domain/api/chatMessage";
import { DAY_MS } from "#domain/common/durations";

const ORIGIN = "https://sms.company.com";
const NOW = 100 * DAY_MS;
const device = { brand: "Samsung", model: "Galaxy A54", serialNumber: "S1", sampleId: "k1" };
const late = {
  ...device,
  status: "In Transit",
  holder: "ana.lima@company.com",
  recipient: "bo@company.com",
  since: NOW - 5 * DAY_MS,
} as const;

const textOf = (body: string) => (JSON.parse(body) as { text: string }).text;

describe("a message to a chat", () => {
  test("tells a step with a link to its sample, and who asked whom", () => {
    const record = { ...device, action: "Transfer", email: "ana.lima@company.com" } as const;
    const lines = [
      stepLine(ORIGIN, { ...record, recipient: "bo@company.com" }),
      stepLine(ORIGIN, { ...record, action: "Delete" }),
    ];
    const link = `<${ORIGIN}/private/viewfs/k1|Samsung Galaxy A54, S1>`;
    expect(textOf(chatBody("slack", lines))).toBe(
      `Transfer: ${link}, by Ana Lima, to Bo\nDelete: ${link}, by Ana Lima`,
    );
  });

  test("never lets Slack read what people typed as a link, a mention or an end of one", () => {
    const model = "<!channel> <https://evil.example|S24> & >|x";
    const line = stepLine(ORIGIN, { ...device, model, action: "Register", email: "a@company.com" });
    const text = textOf(chatBody("slack", [line]));
    expect(text.match(/[<>|]/g)).toEqual(["<", "|", ">"]);
    expect(text).toContain("&lt;!channel&gt;");
  });

  test("gives Teams a card of text runs, which it does not read as Markdown", () => {
    const model = "[free](https://evil.example)";
    const line = stepLine(ORIGIN, { ...device, model, action: "Register", email: "a@company.com" });
    expect(JSON.parse(chatBody("teams", [line]))).toMatchObject({
      type: "message",
      attachments: [
        {
          contentType: "application/vnd.microsoft.card.adaptive",
          content: {
            type: "AdaptiveCard",
            body: [
              {
                type: "RichTextBlock",
                inlines: [
                  { type: "TextRun", text: "Register: " },
                  {
                    type: "TextRun",
                    text: `Samsung ${model}, S1`,
                    selectAction: { type: "Action.OpenUrl", url: `${ORIGIN}/private/viewfs/k1` },
                  },
                  { type: "TextRun", text: ", by A" },
                ],
              },
            ],
          },
        },
      ],
    });
  });
});

describe("the digest of a chat", () => {
  const linesOf = (count: number, isMore = false) =>
    chatDigest(ORIGIN, { late: Array<typeof late>(count).fill(late), isMore, now: NOW });

  test("names the oldest requests, and counts the others", () => {
    const text = textOf(chatBody("slack", linesOf(12) ?? []));
    const [first, second, ...rest] = text.split("\n");
    expect(first).toBe("12 samples wait for an answer for longer than they should.");
    expect(second).toContain("|Samsung Galaxy A54, S1>: not received by Bo, from Ana Lima, 5 days");
    expect(rest.at(-1)).toBe("and 2 more");
    expect(linesOf(1)?.[0]).toEqual(["1 sample waits for an answer for longer than they should."]);
    expect(linesOf(2, true)?.[0]?.[0]).toMatch(/^At least 2 samples wait/);
  });

  test("is not written while nothing is late", () => {
    expect(linesOf(0)).toBeNull();
  });
});
