import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { DigestMismatch, FileTooLarge, type FileStorage } from "../files/storage";
import { writeRefusal } from "../functions/errors";
import { HttpError, respondJson } from "./messages";

/** A larger upload is cut off while it streams in. */
const MAX_UPLOAD_BYTES = 512 * 1024 * 1024;

/** Receives uploads to `ctx.storage` and serves its files. */
export class StorageApi {
  constructor(readonly files: FileStorage) {}

  /** `POST /api/storage/upload?token=`: answers `{storageId}` once the file is on disk. */
  async upload(request: IncomingMessage, response: ServerResponse, token: string): Promise<void> {
    if (Number(request.headers["content-length"] ?? 0) > MAX_UPLOAD_BYTES) throw tooLarge();
    if (!this.files.claimUploadToken(token)) {
      throw new HttpError(401, "InvalidUploadToken", "This upload URL has expired or was used");
    }
    const sha256 = /^sha-256=(.+)$/i.exec(String(request.headers["digest"] ?? ""))?.[1];
    try {
      const storageId = await this.files.store(request, {
        contentType: request.headers["content-type"] ?? null,
        maxBytes: MAX_UPLOAD_BYTES,
        ...(sha256 !== undefined && { sha256 }),
      });
      respondJson(response, 200, JSON.stringify({ storageId }));
    } catch (error) {
      if (error instanceof FileTooLarge) throw tooLarge();
      if (error instanceof DigestMismatch) {
        throw new HttpError(400, "DigestMismatch", error.message);
      }
      const refusal = writeRefusal(error);
      if (refusal) throw new HttpError(507, "InsufficientStorage", refusal.message);
      throw error;
    }
  }

  /**
   * `GET /api/storage/<uuid>`: sends a file or a range of it. Knowing the uuid grants read access:
   * it has 128 random bits.
   */
  async serve(request: IncomingMessage, response: ServerResponse, uuid: string): Promise<void> {
    const file = this.files.open(uuid, request.headers.range);
    if (file === null) throw new HttpError(404, "FileNotFound", "There is no such file");
    if (file === "unsatisfiable") {
      throw new HttpError(416, "RangeNotSatisfiable", "The file has no bytes in this range");
    }
    const etag = `"${file.sha256}"`;
    response.setHeader("Content-Type", file.contentType ?? "application/octet-stream");
    response.setHeader("Accept-Ranges", "bytes");
    response.setHeader("ETag", etag);
    response.setHeader("Cache-Control", "private, max-age=2592000, immutable");
    // An uploaded file must never act as a page of this origin: no scripts, no type sniffing.
    response.setHeader("Content-Security-Policy", "default-src 'none'; sandbox");
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
    if (request.headers["if-none-match"] === etag) {
      response.writeHead(304).end();
      return;
    }
    const { start, end } = file.range ?? { start: 0, end: file.size - 1 };
    response.statusCode = file.range ? 206 : 200;
    response.setHeader("Content-Length", end - start + 1);
    if (file.range) response.setHeader("Content-Range", `bytes ${start}-${end}/${file.size}`);
    if (request.method === "HEAD") response.end();
    else await pipeline(file.stream(), response);
  }
}

const tooLarge = () =>
  new HttpError(413, "FileTooLarge", `A file may have at most ${MAX_UPLOAD_BYTES} bytes`);
