import { deflateRawSync } from "node:zlib";

type Part = {
  readonly name: string;
  readonly content: Buffer;
  /** Size of the content that the archive declares; default: the true one. */
  readonly claimedBytes?: number;
  /** Changes the part's local header; the central directory stays correct. */
  readonly local?: (header: Buffer) => void;
  /** Extra field of the local header. */
  readonly extra?: Buffer;
};

/**
 * A zip archive built by hand, so that its headers may lie. Checksums are 0: they are never
 * checked.
 */
export function zipOf(parts: readonly Part[], change?: (end: Buffer) => void): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const { name, content, claimedBytes = content.length, extra = Buffer.alloc(0) } = part;
    const packed = deflateRawSync(content);
    const sizes = { packed: packed.length, claimed: claimedBytes, name: name.length };
    const local = header(30, 0x04034b50, 8, sizes);
    local.writeUInt16LE(extra.length, 28);
    part.local?.(local);
    const entry = header(46, 0x02014b50, 10, sizes);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, Buffer.from(name), extra, packed);
    directory.push(entry, Buffer.from(name));
    offset += local.length + name.length + extra.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  change?.(end);
  return Buffer.concat([...locals, ...directory, end]);
}

/** A header of a deflated part. `at`: offset of its method, before date, checksum and sizes. */
function header(
  length: number,
  signature: number,
  at: number,
  sizes: { packed: number; claimed: number; name: number },
): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32LE(signature, 0);
  bytes.writeUInt16LE(8, at);
  bytes.writeUInt32LE(sizes.packed, at + 10);
  bytes.writeUInt32LE(sizes.claimed, at + 14);
  bytes.writeUInt16LE(sizes.name, at + 18);
  return bytes;
}

/** The archive with the offset and size of its directory only in the 64-bit form. */
export function inZip64(archive: Buffer): Buffer {
  const end = Buffer.from(archive.subarray(-22));
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(BigInt(end.readUInt16LE(10)), 32);
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(16)), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(archive.length - 22), 8);
  end.fill(0xff, 8, 20);
  return Buffer.concat([archive.subarray(0, -22), record, locator, end]);
}

/**
 * The smallest valid workbook around the XML of its one sheet.
 *
 * @param all applies to every part
 */
export function workbookXml(sheet: string, all: Pick<Part, "local"> = {}): Buffer {
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const packages = "http://schemas.openxmlformats.org/package/2006";
  const part = (name: string, content: string) => ({
    name,
    content: Buffer.from(content),
    ...all,
  });
  return zipOf([
    part(
      "[Content_Types].xml",
      `<Types xmlns="${packages}/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    ),
    part(
      "_rels/.rels",
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    part(
      "xl/workbook.xml",
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    part(
      "xl/_rels/workbook.xml.rels",
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    part("xl/worksheets/sheet1.xml", `<worksheet xmlns="${main}">${sheet}</worksheet>`),
  ]);
}
