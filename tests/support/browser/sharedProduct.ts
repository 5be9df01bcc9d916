import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { copyFolder, RunningProduct } from "../deployment";

declare module "vitest" {
  interface ProvidedContext {
    /** The one product of all e2e files that do not stop it: `inject("product")`. */
    product: { readonly url: string; readonly dataDir: string };
    /** The data folder of a demo lab that nobody has touched, for the products of other files. */
    demoFolder: string;
  }
}

/**
 * Starts the demo lab once for the whole e2e project. Files run beside each other in it, so each
 * one acts as people whom no other file knows (`freshPeople`), and who see their own samples only.
 * A file with a product of its own begins with a copy of the data: making it takes most of a start.
 */
export default async function startProduct(project: TestProject): Promise<() => Promise<void>> {
  const product = await RunningProduct.start();
  await product.kill("SIGTERM");
  const demoFolder = await mkdtemp(join(tmpdir(), "sms-demo-"));
  await copyFolder(product.dataDir, demoFolder);
  await product.resume();
  const { url, dataDir } = product;
  project.provide("product", { url, dataDir });
  project.provide("demoFolder", demoFolder);
  return async () => {
    await product.stop();
    await rm(demoFolder, { recursive: true, force: true });
  };
}
