import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { ZipReader } from "../../../engine/snapshot/zipReader";

/** Writes a ZIP file with these entries, by path. */
export async function zipOf(file: string, entries: Record<string, string>): Promise<void> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  await pipeline(zip.outputStream as Readable, createWriteStream(file));
}

/** Returns the content of a ZIP file by path, in hex. */
export async function contentOf(file: string): Promise<Map<string, string>> {
  const zip = await ZipReader.open(file);
  const content = new Map<string, string>();
  for (const name of zip.names) {
    const chunks: Buffer[] = [];
    for await (const chunk of zip.bytes(name)) chunks.push(chunk);
    content.set(name, Buffer.concat(chunks).toString("hex"));
  }
  zip.close();
  return content;
}
