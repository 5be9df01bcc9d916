import { beforeEach, describe, expect, test } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { refusedCode } from "../refusals";
import { newId, REASON, type Lab, type OpenLab } from "./lab";
import { eventually } from "../eventually";

export function basketSuite(openLab: OpenLab): void {
  describe("baskets", () => {
    let lab: Lab;
    beforeEach(async () => {
      lab = await openLab();
    });

    /** The results that the basket's owner sees once it has finished. */
    const finished = async (owner: string, basketId: string) =>
      await eventually(async () => {
        const progress = await lab.as(owner).query(api.baskets.progress, { basketId });
        if (!progress?.finished) throw new Error(`${progress?.settled} of ${progress?.total}`);
        return progress;
      });

    /** Subjects of the mails to a person of this test. */
    const mailsTo = async (email: string) => {
      const paginationOpts = { numItems: 200, cursor: null };
      const { page } = await lab.backend.admin.query(internal.mail.listFromTerminal, {
        paginationOpts,
      });
      return page.filter(({ to }) => to === email).map(({ message }) => message);
    };

    const register = async (count: number, email = lab.ana): Promise<Id<"samples">[]> => {
      const sampleIds: Id<"samples">[] = [];
      while (sampleIds.length < count) sampleIds.push(await lab.register(email));
      return sampleIds;
    };

    /** Transfers samples of Ana's to Bruno by a basket, and waits until it has finished. */
    const transferAll = async (sampleIds: Id<"samples">[], basketId: string) => {
      const asked = { basketId, step: "transfer", chosen: lab.bruno, sampleIds } as const;
      await lab.as(lab.ana).mutation(api.baskets.start, asked);
      return await finished(lab.ana, basketId);
    };

    test("a basket transfers 30 samples once each, and the recipient gets one mail", async () => {
      const sampleIds = await register(30);
      const basketId = newId();
      const details = { note: "All in one box" };
      const asked = { chosen: ` ${lab.bruno} `, details };
      const basket = { basketId, step: "transfer", ...asked, sampleIds } as const;
      await lab.as(lab.ana).mutation(api.baskets.start, basket);
      // The response was lost, so the browser sends the request again.
      await lab.as(lab.ana).mutation(api.baskets.start, basket);
      const progress = await finished(lab.ana, basketId);
      expect(progress).toMatchObject({
        step: "transfer",
        chosen: lab.bruno,
        total: 30,
        settled: 30,
      });
      expect(progress.results.map(({ sampleId }) => sampleId)).toEqual(sampleIds);
      expect(new Set(progress.results.map(({ outcome }) => outcome))).toEqual(new Set(["done"]));
      for (const sampleId of sampleIds) {
        const actions = (await lab.history(sampleId)).map(({ action }) => action);
        expect(actions).toEqual(["Register", "Transfer"]);
      }
      await lab.as(lab.ana).mutation(api.baskets.start, basket);
      const mails = await mailsTo(lab.bruno);
      expect(mails.map(({ subject }) => subject)).toEqual(["30 samples are on their way to you"]);
      expect(mails[0]?.text).toContain(progress.results[0]?.serialNumber);
      expect(mails[0]?.text).toContain("Note: All in one box");
    });

    test("a refused sample in a basket leaves the others done, and its result names the reason", async () => {
      const [mine = "", gone = ""] = await register(2);
      const [brunos = ""] = await register(1, lab.bruno);
      const sampleIds = [brunos, gone, mine] as Id<"samples">[];
      await lab.as(lab.ana).mutation(api.samples.remove, {
        sampleId: gone,
        transactionId: newId(),
      });
      const basketId = newId();
      await lab.as(lab.ana).mutation(api.baskets.start, {
        basketId,
        step: "requestLost",
        chosen: lab.sara,
        sampleIds,
      });
      const { results } = await finished(lab.ana, basketId);
      const { serialNumber } = await lab.stored(mine as Id<"samples">);
      expect(results).toEqual([
        {
          sampleId: brunos,
          serialNumber: "",
          outcome: "refused",
          reason: "Sample does not exist!",
        },
        {
          sampleId: gone,
          serialNumber: "",
          outcome: "refused",
          reason: "Sample does not exist!",
        },
        { sampleId: mine, serialNumber, outcome: "done" },
      ]);
      const subjects = (await mailsTo(lab.sara)).map(({ subject }) => subject);
      expect(subjects).toEqual(["1 sample was reported lost: please decide"]);
    });

    test("undoing a basket restores its samples and discards its mail", async () => {
      const sampleIds = await register(12);
      const before = await Promise.all(sampleIds.map((sampleId) => lab.stored(sampleId)));
      const [basketId, undoId] = [newId(), newId()];
      const [received = ""] = sampleIds;
      await transferAll(sampleIds, basketId);
      await lab.take("acknowledgeTransfer", lab.bruno, received);

      await lab.as(lab.ana).mutation(api.baskets.undo, { basketId, undoId });
      const { results, isUndo } = await finished(lab.ana, undoId);
      expect(isUndo).toBe(true);
      expect(results.map(({ outcome }) => outcome)).toEqual([
        "refused",
        ...Array<string>(11).fill("done"),
      ]);
      for (const { lastTransactionId, ...sample } of before.slice(1)) {
        expect(lastTransactionId).toBeDefined();
        expect(await lab.stored(sample._id)).toMatchObject(sample);
      }
      // The mail lists the one transfer that was not undone: Bruno had already received that
      // sample.
      const subjects = (await mailsTo(lab.bruno)).map(({ subject }) => subject);
      expect(subjects).toEqual(["1 sample is on its way to you"]);

      const again = { basketId, undoId: newId() };
      await lab.as(lab.ana).mutation(api.baskets.undo, again);
      const second = await finished(lab.ana, again.undoId);
      expect(new Set(second.results.map(({ outcome }) => outcome))).toEqual(new Set(["refused"]));
    });

    test("undoing a basket undoes its own steps, but no later step of its owner", async () => {
      const sampleIds = await register(2);
      const [takenBack = ""] = sampleIds;
      const [basketId, undoId] = [newId(), newId()];
      await transferAll(sampleIds, basketId);
      await lab.take("cancelTransfer", lab.ana, takenBack);

      await lab.as(lab.ana).mutation(api.baskets.undo, { basketId, undoId });
      const { results } = await finished(lab.ana, undoId);
      expect(results.map(({ outcome }) => outcome)).toEqual(["refused", "done"]);
      for (const sampleId of sampleIds) {
        expect(await lab.stored(sampleId)).toMatchObject({ status: "Registered" });
      }
    });

    test("undoing one step of a basket keeps the basket's mail for the others", async () => {
      const [undone, sent] = (await register(2)) as [Id<"samples">, Id<"samples">];
      const basketId = newId();
      const { results } = await transferAll([undone, sent], basketId);
      await lab.undo(lab.ana, undone);
      const [mail, ...more] = await mailsTo(lab.bruno);
      expect(more).toEqual([]);
      expect(mail?.text).toContain(results[1]?.serialNumber);
      expect(mail?.text).not.toContain(results[0]?.serialNumber);
      await lab.undo(lab.ana, sent);
      expect(await mailsTo(lab.bruno)).toEqual([]);
    });

    test("only its owner can undo a basket, and only if it took a step", async () => {
      const [mine = ""] = await register(1);
      const basketId = newId();
      await lab.as(lab.ana).mutation(api.baskets.start, {
        basketId,
        step: "transfer",
        chosen: lab.bruno,
        sampleIds: [mine] as Id<"samples">[],
      });
      await finished(lab.ana, basketId);
      const undoneBy = (email: string, id: string) =>
        refusedCode(lab.as(email).mutation(api.baskets.undo, { basketId: id, undoId: newId() }));
      expect(await undoneBy(lab.adam, basketId)).toBe("BASKET_EMPTY");
      expect(await undoneBy(lab.ana, "none")).toBe("BASKET_EMPTY");
    });

    test("declining several samples notifies each sender, with the reason", async () => {
      const [fromAna = "", alsoFromAna = ""] = await register(2);
      const [fromCarla = ""] = await register(1, lab.carla);
      const sampleIds = [fromAna, fromCarla, alsoFromAna] as Id<"samples">[];
      for (const sampleId of sampleIds) {
        await lab.take("transfer", sampleId === fromCarla ? lab.carla : lab.ana, sampleId);
      }
      const basketId = newId();
      await lab.as(lab.bruno).mutation(api.baskets.start, {
        basketId,
        step: "declineTransfer",
        reason: REASON,
        sampleIds,
      });
      await finished(lab.bruno, basketId);
      const [toAna, ...more] = await mailsTo(lab.ana);
      expect(toAna?.subject).toBe("The transfer of 2 samples was declined");
      expect(toAna?.text).toContain(REASON);
      expect(more).toEqual([]);
      const toCarla = (await mailsTo(lab.carla)).map(({ subject }) => subject);
      expect(toCarla).toEqual(["The transfer of 1 sample was declined"]);
      expect(await mailsTo(lab.bruno)).toEqual([]);
    });
  });
}
