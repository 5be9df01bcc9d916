import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { copyFolder, RunningProduct } from "../deployments/deployment";

declare module "vitest" {
  interface ProvidedContext {
    /** The product shared by all e2e files that do not stop it: `inject("product")`. */
    product: { readonly url: string; readonly dataDir: string };
    /** Data folder of an unused demo lab, to be copied for the products of other files. */
    demoFolder: string;
  }
}

/**
 * Starts one demo lab for the whole e2e project. Files run in it concurrently, so each acts as
 * people of its own (`freshPeople`), who see only their own samples. A file with its own product
 * begins with a copy of the data: generating it takes most of a start.
 */
export default async function startProduct(project: TestProject): Promise<() => Promise<void>> {
  // Like the products that files start: downloading another Node would take 3 s.
  const product = await RunningProduct.start({ environment: { SMS_RUNTIME: "system" } });
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
