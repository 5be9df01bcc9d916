import { beforeEach, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import { refusedCode, refusedWith } from "../refusals";
import { newId, type Lab, type OpenLab } from "./lab";
import { disable, takeFromPerson } from "./people";

export function namedSuite(openLab: OpenLab): void {
  describe("the people and samples that a step names", () => {
    let lab: Lab;
    beforeEach(async () => {
      lab = await openLab();
    });

    test("a step with an unknown sample is refused as missing, in the catalogue's words", async () => {
      const transfer = await refusedWith(lab.take("transfer", lab.ana, "no-such-sample"));
      expect(transfer.message).toBe("Sample does not exist!");
      const receive = await refusedWith(lab.take("acknowledgeTransfer", lab.ana, "no-such-sample"));
      expect(receive.message).toBe("No such document!");
    });

    test("the recipient of a transfer must be an enabled user other than the holder", async () => {
      const sampleId = await lab.register();
      const transferTo = (recipient: string) =>
        refusedWith(
          lab.as(lab.ana).mutation(api.custody.transfer, {
            sampleId,
            recipient,
            transactionId: newId(),
          }),
        );
      expect((await transferTo("nobody@company.com")).message).toBe("No matching user found!");
      expect((await transferTo("not an address")).message).toBe("No matching user found!");
      expect((await transferTo(lab.ana)).code).toBe("RECIPIENT_HOLDS_IT");
      const byAdmin = lab.as(lab.adam).mutation(api.custody.transfer, {
        sampleId,
        recipient: lab.ana,
        transactionId: newId(),
      });
      expect(await refusedCode(byAdmin)).toBe("RECIPIENT_HOLDS_IT");
      await lab.backend.admin.mutation(disable, { email: lab.bruno });
      expect((await transferTo(lab.bruno)).message).toBe("No matching user found!");
    });

    test.each(["supervisor", "country", "city", "place"])(
      "a transfer to a recipient without %s is refused",
      async (without) => {
        const sampleId = await lab.register();
        await lab.backend.admin.mutation(takeFromPerson, { email: lab.bruno, without });
        const { message } = await refusedWith(lab.take("transfer", lab.ana, sampleId));
        expect(message).toBe(`Error: Required user data is undefined for user ${lab.bruno}`);
      },
    );

    test("a return can only go to people on the supervisor and admin lists", async () => {
      const sampleId = await lab.register();
      const returnTo = (recipient: string) =>
        lab.as(lab.ana).mutation(api.custody.returnToCustomer, {
          sampleId,
          recipient,
          transactionId: newId(),
        });
      expect(await refusedCode(returnTo(lab.bruno))).toBe("RECIPIENT_NOT_LISTED");
      await returnTo(lab.adam);
      expect(await lab.stored(sampleId)).toMatchObject({ inReturnTo: lab.adam });
    });

    test("a return requires its recipient's coordinates, and no other profile field", async () => {
      const sampleId = await lab.register();
      await lab.backend.admin.mutation(takeFromPerson, { email: lab.sara, without: "place" });
      const { message } = await refusedWith(lab.take("returnToCustomer", lab.ana, sampleId));
      expect(message).toBe(`Error: Latitude or longitude is undefined for user ${lab.sara}`);
      await lab.backend.admin.mutation(takeFromPerson, { email: lab.adam, without: "supervisor" });
      await lab.as(lab.ana).mutation(api.custody.returnToCustomer, {
        sampleId,
        recipient: lab.adam,
        transactionId: newId(),
      });
    });

    test("the approver of a loss must exist, be listed and have a complete profile", async () => {
      const sampleId = await lab.register();
      const ask = (approver: string) =>
        refusedWith(
          lab.as(lab.ana).mutation(api.custody.requestLost, {
            sampleId,
            approver, // name of the field in pages of version 1.6
            transactionId: newId(),
          }),
        );
      expect((await ask("nobody@company.com")).message).toBe("This user does not exist");
      expect((await ask(lab.bruno)).code).toBe("RECIPIENT_NOT_LISTED");
      await lab.backend.admin.mutation(takeFromPerson, { email: lab.sara, without: "city" });
      expect((await ask(lab.sara)).message).toBe(
        `Error: Required user data is undefined for user ${lab.sara}`,
      );
    });

    test("a person who acknowledges must have a supervisor", async () => {
      const sampleId = await lab.sampleIn("In Transit");
      await lab.backend.admin.mutation(takeFromPerson, { email: lab.bruno, without: "supervisor" });
      const { message } = await refusedWith(lab.take("acknowledgeTransfer", lab.bruno, sampleId));
      expect(message).toBe("No user data or supervisor found for this email.");
      expect(await lab.stored(sampleId)).toMatchObject({ status: "In Transit" });
    });
  });
}
