import { describe, expect, test } from "vitest";
import { cptable } from "xlsx/dist/cpexcel.full.mjs";
import { decode } from "#domain/imports/spreadsheet/csv";
import { decodeAs, guessSingleByte, type Encoding } from "#domain/imports/spreadsheet/encodings";

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, byte) => byte);

/** Code pages of Microsoft and Apple, and the bytes whose meaning macOS has changed since. */
const CODE_PAGES = [
  ["windows-1252", 1252, {}],
  ["windows-1251", 1251, {}],
  ["macroman", 10000, { 0xbd: "Ω", 0xdb: "€", 0xf0: "\uF8FF" }],
] as const;

describe("every byte", () => {
  test.each(CODE_PAGES)(
    "every byte of %s is the character of its code page",
    (encoding, page, changed) => {
      const characters = Array.from(EVERY_BYTE, (byte) => cptable[page]?.dec[byte] ?? "");
      const expected = characters.map((character, byte) =>
        character === "\uFFFD" ? String.fromCharCode(byte) : character,
      );
      Object.assign(expected, changed);
      expect([...decodeAs(EVERY_BYTE, encoding)]).toEqual(expected);
    },
  );

  test.each(["utf-8", "utf-16le", "utf-16be"] as const)(
    "every byte of every character is read back by this platform's decoder of %s",
    (encoding) => {
      const codes = Array.from({ length: 0x110000 }, (_, code) => code);
      const isCharacter = (code: number) => code < 0xd800 || code > 0xdfff;
      const text = codes
        .filter((code) => isCharacter(code) && code !== 0xfeff)
        .map((code) => String.fromCodePoint(code))
        .join("");
      const bytes = Buffer.from(text, encoding === "utf-8" ? "utf8" : "utf16le");
      const read = decodeAs(encoding === "utf-16be" ? bytes.swap16() : bytes, encoding);
      expect(read === text).toBe(true);
    },
  );
});

test.each([
  ["windows-1250", 1250, "Łódź, Kraków, Příbram, Győr"],
  ["windows-1253", 1253, "Αθήνα, Θεσσαλονίκη"],
  ["windows-1254", 1254, "Şişli, Beyoğlu, İstanbul"],
  ["gb18030", 936, "华为技术有限公司"],
  ["big5", 950, "宏達國際電子"],
  ["shift_jis", 932, "日本電気、ソニー"],
  ["euc-kr", 949, "삼성전자, 서울"],
] as const)("a text in %s is read when the person chooses it", (encoding, page, text) => {
  const codes = [...text].map((character) => cptable[page]?.enc[character] ?? 0);
  const bytes = codes.flatMap((code) => (code > 0xff ? [code >> 8, code & 0xff] : [code]));
  expect(decode(Uint8Array.from(bytes), encoding)).toMatchObject({ text, encoding, notes: [] });
});

test("a text in koi8-r is read when the person chooses it", () => {
  const bytes = Buffer.from("edc5c7c1e6cfce2c20edcfd3cbd7c1", "hex");
  expect(decode(bytes, "koi8-r")).toMatchObject({ text: "МегаФон, Москва", notes: [] });
});

/** Encodes a text in a single-byte encoding. */
function encoded(text: string, encoding: Encoding): Uint8Array {
  const characters = decodeAs(EVERY_BYTE, encoding);
  const bytes = [...text].map((character) => characters.indexOf(character));
  expect(bytes).not.toContain(-1);
  return Uint8Array.from(bytes);
}

describe("the encoding of a file that declares none", () => {
  test.each([
    ["windows-1252", "Škoda"],
    ["windows-1252", "Türkiye, Curaçao, Côte d’Ivoire"],
    ["windows-1252", "100 € – “new” … Œuvre"],
    ["windows-1252", "ÅNGSTRÖM; Málaga; Besançon à Paris"],
    ["windows-1252", "Žižkov, Béla, Ñandú"],
    ["windows-1251", "МегаФон"],
    ["windows-1251", "Билайн, Москва; ООО «Ромашка» №5"],
    ["windows-1251", "Київ, Львів"],
    ["macroman", "Telefónica São Paulo"],
    ["macroman", "Besançon, Côte d’Azur"],
    ["macroman", "Galaxy – señal, Ávila"],
  ] as const)("is found to be %s by its text %j", (encoding, text) => {
    expect(guessSingleByte(encoded(text, encoding))).toBe(encoding);
    expect(decode(encoded(text, encoding))).toMatchObject({ text, encoding, isGuessed: true });
  });

  test("is shown with an example, so that the user can check it", () => {
    const { notes } = decode(encoded("brand,customers\r\nAcme,Škoda\r\n", "windows-1252"));
    expect(notes).toEqual([
      "The file is not UTF-8; it was read as Windows-1252: “Acme,Škoda”. " +
        "If this looks wrong, choose another encoding.",
    ]);
  });

  test("may be chosen by the user", () => {
    const bytes = encoded("Köln", "macroman");
    expect(decode(bytes, "macroman")).toMatchObject({ text: "Köln", notes: [] });
  });

  test("is UTF-8 if the text itself contains a replacement character", () => {
    expect(decode(Buffer.from("a \uFFFD"))).toMatchObject({ encoding: "utf-8", isGuessed: false });
  });

  test.each([
    ["utf-16le", Buffer.from("model,customers\nA1,Ä\n", "utf16le")],
    ["utf-16be", Buffer.from("model,customers\nA1,Ä\n", "utf16le").swap16()],
  ])("is detected as %s without a byte order mark", (encoding, bytes) => {
    expect(decode(bytes)).toMatchObject({ encoding, text: "model,customers\nA1,Ä\n" });
  });
});

test("a UTF-8 file with an invalid byte is refused, naming the line", () => {
  const bytes = Buffer.concat([Buffer.from("Ä\nÖ\nÜ é è à ç\nx"), Buffer.from([0xe9, 10])]);
  expect(() => decode(bytes)).toThrow("it has bytes in line 4 that are not UTF-8");
});

test("a truncated UTF-16 file is refused", () => {
  const bytes = Buffer.from("\uFEFFmodel", "utf16le").subarray(0, 9);
  expect(() => decode(bytes)).toThrow("it has bytes that are not UTF-16, little-endian");
});
