import { api, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import type { Step } from "#domain/custody/workflow";
import { convexBackend, type ConvexBackend } from "./convexBackend";
import { aSample, newTransactionId } from "../samples";
import { takeStep } from "../takeStep";
import { createSamples } from "../testFunctions";

export const ana = "ana@company.com";
export const bruno = "bruno@company.com";
export const sara = "sara@company.com";
export const adam = "adam@company.com";

/** A lab on convex-test: Ana and Bruno are users, Sara supervises Ana, Adam is an admin. */
export class ConvexLab {
  private constructor(readonly backend: ConvexBackend) {}

  static async open(): Promise<ConvexLab> {
    const backend = await convexBackend();
    await backend.addPeople([
      { email: ana, role: "user", supervisor: sara },
      { email: bruno, role: "user", supervisor: adam },
      { email: sara, role: "supervisor", supervisor: adam },
      { email: adam, role: "admin", supervisor: adam },
    ]);
    return new ConvexLab(backend);
  }

  as(email: string) {
    return this.backend.as(email);
  }

  async register(by: string, fields = aSample()): Promise<Id<"samples">> {
    const args = { transactionId: newTransactionId(), duplicates: "reject", fields } as const;
    return (await this.as(by).mutation(api.samples.register, args)).sampleId;
  }

  /**
   * Inserts `count` samples In Use that the holder registered.
   *
   * @param first number of the first one, to distinguish the samples of several calls
   */
  async registerMany(holder: string, count: number, first = 0): Promise<Id<"samples">[]> {
    const args = { manager: holder, first: 50_000 + first, count };
    return await this.backend.admin.mutation(createSamples, args);
  }

  async edit(by: string, sampleId: string, fields: ReturnType<typeof aSample>): Promise<void> {
    const args = { transactionId: newTransactionId(), sampleId, duplicates: "reject" } as const;
    await this.as(by).mutation(api.samples.edit, { ...args, fields });
  }

  /** `said`: the recipient, approver or reason, if the step needs one. */
  async take(step: Step, by: string, sampleId: string, said = ""): Promise<null> {
    return await takeStep(this.as(by), step, { sampleId, transactionId: newTransactionId(), said });
  }

  /** Undoes the latest step with the sample. */
  async undo(by: string, sampleId: Id<"samples">): Promise<null> {
    const sample = await this.backend.t.run((ctx) => ctx.db.get("samples", sampleId));
    const stepId = sample?.lastTransactionId ?? "";
    const args = { sampleId, stepId, transactionId: newTransactionId() };
    return await this.as(by).mutation(api.custody.undo, args);
  }

  /** Findings of `sms check`: empty if counters, identifiers and custody are consistent. */
  async faults(): Promise<unknown[]> {
    const { drift, faults } = await this.backend.admin.action(internal.check.run, {});
    return [...drift, ...faults];
  }
}
