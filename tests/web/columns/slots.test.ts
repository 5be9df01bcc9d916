import fc from "fast-check";
import { expect } from "vitest";
import { PackedTexts } from "@/lib/columns/packedTexts";
import { Slots } from "@/lib/columns/slots";
import { property } from "../../support/property";

/** Enough ids for many hash collisions. */
const IDS = 1_000;

const changes = fc.array(fc.tuple(fc.boolean(), fc.nat(IDS)), { maxLength: 2_000, size: "max" });

property([changes], { numRuns: 10 })(
  "each id keeps its slot, whichever others are added and removed",
  (changes) => {
    const slots = new Slots();
    slots.reserve(IDS + 1);
    const model = new Map<string, number>();
    for (const [isAdded, number] of changes) {
      const id = `id${number}`;
      const slot = model.get(id);
      if (isAdded && slot === undefined) model.set(id, slots.add(id));
      if (!isAdded && slot !== undefined) slots.remove(slot);
      if (!isAdded) model.delete(id);
    }
    const ids = Array.from({ length: IDS + 1 }, (_, number) => `id${number}`);
    expect(ids.map((id) => slots.slotOf(id))).toEqual(ids.map((id) => model.get(id)));
    expect([...model.values()].map((slot) => slots.idOf(slot))).toEqual([...model.keys()]);
    expect([...slots.used()]).toEqual([...model.values()].sort((one, other) => one - other));
    expect(slots.rowCount).toBe(model.size);
  },
);

const text = fc.option(fc.string({ unit: "binary", maxLength: 20 }), { nil: undefined });

property([fc.array(fc.tuple(fc.nat(9), text), { maxLength: 60 })])(
  "packed texts are those that were set last, also after the buffer was compacted",
  (changes) => {
    const packed = new PackedTexts();
    packed.reserve(10);
    const model = Array<string | undefined>(10);
    for (const [slot, each] of changes) {
      packed.set(slot, each);
      model[slot] = each;
      expect(Array.from(model.keys(), (each) => packed.get(each))).toEqual([...model]);
    }
    const again = new PackedTexts();
    again.reserve(10);
    again.restore(packed.save(10), 10);
    expect(Array.from(model.keys(), (each) => again.get(each))).toEqual([...model]);
  },
);
