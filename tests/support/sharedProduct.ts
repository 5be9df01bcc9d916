import type { TestProject } from "vitest/node";
import { RunningProduct } from "./deployment";

declare module "vitest" {
  interface ProvidedContext {
    /** The one product of all e2e files that do not stop it: `inject("product")`. */
    product: { readonly url: string; readonly dataDir: string };
  }
}

/**
 * Starts the demo lab once for the whole e2e project. Files run beside each other in it, so each
 * one acts as people whom no other file knows (`freshPeople`), and who see their own samples only.
 */
export default async function startProduct(project: TestProject): Promise<() => Promise<void>> {
  const product = await RunningProduct.start();
  const { url, dataDir } = product;
  project.provide("product", { url, dataDir });
  return () => product.stop();
}
