/**
 * Spellings of identifiers, as typed, pasted, scanned or found in a file. A new case is one line;
 * the forms, an import and an API lookup are tested with each.
 */

type Identifiers = {
  readonly imei1?: string;
  readonly imei2?: string;
  readonly serialNumber?: string;
};
/**
 * A spelling and the identifiers it contains; for a refused spelling, a description of the text.
 */
export type Spelling = readonly [text: string, identifiers: Identifiers, refusedAs?: string];

const IMEI = "357309117710016";
const SECOND = "357309117710024";
const SERIAL = "R5CT10ABCDE";
const one = { imei1: IMEI };
const both = { imei1: IMEI, imei2: SECOND };
const serial = { serialNumber: SERIAL };
const EID = "89049032004008882600012345678901";

// oxfmt-ignore
export const SPELLINGS: readonly Spelling[] = [
  // One IMEI
  [IMEI, one],
  ["35 730911 771001 6", one],
  ["35-730911-771001-6", one],
  ["357309-11-771001-6", one],
  ["357309/11/771001/6", one],
  ["35730911 771001 6", one],
  ["35730911771001/6", one],
  ["35\u00A0730911\u00A0771001\u00A06", one],
  ["35\u2013730911\u2011771001\u22126", one],
  ["\u200B357309117710016\uFEFF", one],
  ["357309117710016\r\n", one],
  ["357309117710016/01", one],
  ["357309117710016 / 78", one],
  ["IMEI: 357309117710016", one],
  ["imei 35 730911 771001 6", one],
  ["IMEI1: 357309117710016", one],
  ["IMEI 1: 35-730911-771001-6", one],
  ["IMEI(1):357309117710016", one],
  ["IMEI1357309117710016", one],
  ["IMEI No. 357309117710016", one],
  ["IMEI\uFF1A\uFF13\uFF15\uFF17\uFF13\uFF10\uFF19\uFF11\uFF11\uFF17\uFF17\uFF11\uFF10\uFF10\uFF11\uFF16", one],
  ["\u0663\u0665\u0667\u0663\u0660\u0669\u0661\u0661\u0667\u0667\u0661\u0660\u0660\u0661\u0666", one],
  ["\u06F3\u06F5\u06F7\u06F3\u06F0\u06F9\u06F1\u06F1\u06F7\u06F7\u06F1\u06F0\u06F0\u06F1\u06F6", one],
  ["\u0969\u096B\u096D\u0969\u0966\u096F\u0967\u0967\u096D\u096D\u0967\u0966\u0966\u0967\u096C", one],
  ["3573091177100101", one],
  ["35730911771001-01", one],
  ["IMEISV: 35730911 771001 78", one],
  ["]C0357309117710016", one],
  ["]C18002357309117710016", one],
  ["(8002)357309117710016", one],
  ["(01)04006381333931(21)357309117710016", one],
  ["https://example.com/qr?imei=357309117710016", one],
  // Two IMEIs, or more, in one code
  ["357309117710016 / 357309117710024", both],
  ["357309117710016/357309117710024", both],
  ["357309117710016 357309117710024", both],
  ["357309117710016;357309117710024", both],
  ["IMEI1: 357309117710016 IMEI2: 357309117710024", both],
  ["IMEI1:357309117710016IMEI2:357309117710024SN:R5CT10ABCDE", { ...both, ...serial }],
  ["IMEI2:357309117710024\nIMEI1:357309117710016\nS/N:R5CT10ABCDE", { ...both, ...serial }],
  ["R5CT10ABCDE,357309117710016,357309117710024", { ...both, ...serial }],
  ['{"imei1":"357309117710016","imei2":"357309117710024","sn":"R5CT10ABCDE"}', { ...both, ...serial }],
  ["IMEI1:357309117710016\r\nIMEI2:357309117710024\r\nEID:89049032004008882600012345678901", both],
  ["https://example.com/d?sn=R5CT10ABCDE&imei1=357309117710016", { ...one, ...serial }],
  ["IMEI1=357309117710016&IMEI2=357309117710024", both],
  ["IMEI1 357309117710016 IMEI2 357309117710024 S/N R5CT10ABCDE", { ...both, ...serial }],
  ["357309117710016|357309117710024|R5CT10ABCDE", { ...both, ...serial }],
  ["357309117710016\t357309117710024", both],
  ["IMEI/SV: 35730911771001 01", one],
  ["IMEI 1 / 357309117710016", one],
  ["IMEI\uFF1A357309117710016\uFF08\u53611\uFF09", one],
  ["357309117710016 (IMEI 1)", one],
  ["\u09E9\u09EB\u09ED\u09E9\u09E6\u09EF\u09E7\u09E7\u09ED\u09ED\u09E7\u09E6\u09E6\u09E7\u09EC", one],
  ["urn:gsma:imei:35730911-771001-6", one],
  ["'357309117710016", one],
  ['="357309117710016"', one],
  // One serial number
  [SERIAL, serial],
  [" R5CT10ABCDE\t", serial],
  ["SN: R5CT10ABCDE", serial],
  ["S/N R5CT10ABCDE", serial],
  ["S/NR5CT10ABCDE", serial],
  ["(S)R5CT10ABCDE", serial],
  ["(S) Serial No. R5CT10ABCDE", serial],
  ["Serial Number: R5CT10ABCDE", serial],
  ["Seriennummer: R5CT10ABCDE", serial],
  ["Número de série: R5CT10ABCDE", serial],
  ["\u5E8F\u5217\u53F7\uFF1AR5CT10ABCDE", serial],
  ["\uFF32\uFF15\uFF23\uFF34\uFF11\uFF10\uFF21\uFF22\uFF23\uFF24\uFF25", serial],
  ["R5CT\u00AD10ABCDE", serial],
  ["]C1010400638133393121R5CT10ABCDE", serial],
  ["]d2010400638133393121R5CT10ABCDE\x1d10LOT7", serial],
  ["\x1d010400638133393121R5CT10ABCDE", serial],
  ["(01)04006381333931(21)R5CT10ABCDE", serial],
  ["https://id.gs1.org/01/04006381333931/21/R5CT10ABCDE", serial],
  ["]A0R5CT10ABCDE", serial],
  ["]Q1SN:R5CT10ABCDE", serial],
  ["SN:5901234123457", { serialNumber: "5901234123457" }],
  ["Model: SM-A556B, S/N: R5CT10ABCDE, IMEI: 357309117710016", { ...one, ...serial }],
  ["[)>\x1e06\x1dSR5CT10ABCDE\x1d1PMTP03B/A\x1e\x04", serial],
  ["[)>\x1e05\x1d010400638133393121R5CT10ABCDE\x1e\x04", serial],
  ["(1P)MTP03B/A(S)R5CT10ABCDE", serial],
  ["*R5CT10ABCDE*", serial],
  ["'R5CT10ABCDE", serial],
  ["Serial#: R5CT10ABCDE", serial],
  ["S N: R5CT10ABCDE", serial],
  ["N\u00B0 de s\u00E9rie : R5CT10ABCDE", serial],
  ["\u0421\u0435\u0440\u0438\u0439\u043D\u044B\u0439 \u043D\u043E\u043C\u0435\u0440: R5CT10ABCDE", serial],
  ["\u30B7\u30EA\u30A2\u30EB\u756A\u53F7\uFF1AR5CT10ABCDE", serial],
  ["\uC77C\uB828\uBC88\uD638: R5CT10ABCDE", serial],
  ["R5CT10ABCDE\u200E", serial],
  // Codes that look like other codes
  ["RT\u20119001\u2011A", { serialNumber: "RT-9001-A" }],
  ["SN-00001", { serialNumber: "SN-00001" }],
  ["IMEIFORM00", { serialNumber: "IMEIFORM00" }],
  ["A1,B2;C3", { serialNumber: "A1,B2;C3" }],
  ["20261234", { serialNumber: "20261234" }],
  ["3573091177100160", { imei1: "357309117710016" }],
  // Codes on boxes that no field accepts
  ["4006381333931", {}, "an article number (EAN), which all devices of the model share"],
  ["036000291452", {}, "an article number (EAN), which all devices of the model share"],
  ["]E04006381333931", {}, "an article number (EAN), which all devices of the model share"],
  ["EAN: 4006381333931", {}, "an article number (EAN), which all devices of the model share"],
  ["(01)04006381333931", {}, "an article number (EAN), which all devices of the model share"],
  ["(10)LOT7(17)271231", {}, "a packaging code (GS1)"],
  [EID, {}, "an EID, the number of the device's eSIM"],
  ["8904 9032 0040 0888 2600 0123 4567 8901", {}, "an EID, the number of the device's eSIM"],
  ["EID 89049032004008882600012345678901", {}, "an EID, the number of the device's eSIM"],
  ["8949020000012345670", {}, "an ICCID, the number of a SIM card"],
  ["ICCID: 8949020000012345670", {}, "an ICCID, the number of a SIM card"],
  ["MAC: 00:1A:2B:3C:4D:5E", {}, "a MAC address"],
  ["00:1A:2B:3C:4D:5E", {}, "a MAC address"],
  ["MEID HEX: A0000012345678", {}, "a MEID"],
  ["WIFI:T:WPA;S:lab;P:secret;;", {}, "a code for phones, such as a contact or Wi-Fi access"],
  ["BEGIN:VCARD\nN:Lima\nEND:VCARD", {}, "a code for phones, such as a contact or Wi-Fi access"],
  ["tel:+49301234567", {}, "a code for phones, such as a contact or Wi-Fi access"],
  ["[)>\x1e06\x1d1PMTP03B/A\x1e\x04", {}, "a packaging code (GS1)"],
  ["P/N: MTP03B/A", {}, "a model or part number"],
  ["IMEI: 35730911771001", {}, "an IMEI that does not have 15 digits"],
  ["https://www.example.com/support", {}, "a web address"],
];
