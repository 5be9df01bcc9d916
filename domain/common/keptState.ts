import { formatDate } from "./dates";

/** The data of before an upgrade, which the server keeps for a rollback. */
export type KeptState = {
  readonly bytes: number;
  /** Epoch ms; the server then deletes it. */
  readonly until: number;
};

/** "1.2 GB, until Dec 6, 2026" */
export function describeKeptState({ bytes, until }: KeptState): string {
  return `${sizeText(bytes)}, until ${formatDate(until)}`;
}

/** "1.2 GB"; below a tenth of that "19 MB" */
export function sizeText(bytes: number): string {
  return bytes < 1e8 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
