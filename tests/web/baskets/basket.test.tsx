import { cleanup, screen, waitFor } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { basketStore } from "@/hooks/data/useBasket";
import { MAX_BASKET } from "#domain/baskets/baskets";
import { refusalOf } from "#domain/common/errors";
import { ana, bob, backend, show, aJob } from "../../support/web/webBaskets";
import { aSample } from "../../support/web/webSamples";

const field = () => screen.findByLabelText("Serial numbers or IMEIs");
/** The field in the form of the step, not the field of numbers. */
const RECIPIENT = { name: /^(Transfer|Return) Sample to$/ };

beforeEach(() => basketStore.start(ana.email, [], null));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("putting a basket together", () => {
  test("a pasted list becomes samples; a value that matches none, or several, shows what to do", async () => {
    const sample = aSample({ serialNumber: "R5CT01" });
    const { user } = await show(backend(sample));
    await user.click(await field());
    await user.paste("R5CT01\nNOPE, FLAGGED");
    expect(await screen.findByText("R5CT01")).toBeTruthy();
    expect(screen.getByText(/^No sample that you may see has this number/)).toBeTruthy();
    expect(screen.getByText(/^Several samples have this IMEI/)).toBeTruthy();
    expect(screen.getByRole("heading", { name: "2 not included" })).toBeTruthy();
  });

  test("a scanner's Enter or Tab adds a value to the basket and keeps the focus", async () => {
    const { user } = await show(backend(aSample({ serialNumber: "S1" })));
    const input = await field();
    await user.type(input, "S1{Enter}S2{Tab}");
    expect(basketStore.get(ana.email).values).toEqual(["S1", "S2"]);
    expect(document.activeElement).toBe(input);
    await user.tab();
    expect(document.activeElement).not.toBe(input);
  });

  test("a serial number and an IMEI of one sample are one line of the basket, removed together", async () => {
    const sample = aSample({ serialNumber: "S1" });
    basketStore.start(ana.email, ["S1", sample.imei1, sample._id], null);
    const { user } = await show(backend(sample));
    expect(await screen.findByRole("heading", { name: "1 sample" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Remove S1" }));
    expect(await screen.findByText("The basket is empty")).toBeTruthy();
  });

  describe("a value that is in the basket already", () => {
    const flashing = () => [...document.querySelectorAll("[data-repeated]")];

    test("highlights its line and reports it, until the next value; every repeat highlights again", async () => {
      const { user } = await show(
        backend(aSample({ serialNumber: "S1" }), aSample({ serialNumber: "S2" })),
      );
      const input = await field();
      await user.type(input, "S1{Enter}");
      await screen.findByText("S1");
      expect(flashing()).toEqual([]);
      await user.type(input, "s1{Enter}");
      expect(await screen.findByText("S1 is already in the basket")).toBeTruthy();
      const first = flashing().map((line) => line.getAttribute("data-repeated"));
      await user.type(input, "S1{Enter}");
      expect(flashing()).toHaveLength(1);
      expect(flashing()[0]?.getAttribute("data-repeated")).not.toBe(first[0]);
      await user.type(input, "S2{Enter}");
      await screen.findByText("S2");
      expect(screen.queryByText(/already in the basket/)).toBeNull();
      expect(flashing()).toEqual([]);
    });

    test("may be another number of the same sample, and vibrates as a repeat", async () => {
      const vibrate = vi.fn();
      Object.assign(navigator, { vibrate });
      const sample = aSample({ serialNumber: "S1" });
      basketStore.start(ana.email, ["S1"], null);
      const { user } = await show(backend(sample));
      await screen.findByText("S1");
      await user.type(await field(), `${sample.imei1}{Enter}`);
      expect(await screen.findByText("S1 is already in the basket")).toBeTruthy();
      await waitFor(() => expect(vibrate.mock.calls).toEqual([[[30]]]));
    });
  });

  test("a basket that is full reports how many values are left out", async () => {
    const values = Array.from({ length: MAX_BASKET + 2 }, (_, index) => `S${index}`);
    const { user } = await show(backend());
    await user.click(await field());
    await user.paste(values.join(" "));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "At most 300 samples at a time: 2 left out",
    );
  });

  test("a basket offers the steps that the workflow allows, each with its number of samples", async () => {
    const mine = aSample({ serialNumber: "S1", status: "In Use" });
    const forMe = aSample({
      serialNumber: "S2",
      status: "In Transit",
      samplmanag: bob.email,
      inTransitTo: ana.email,
    });
    basketStore.start(ana.email, ["S1", "S2"], null);
    await show(backend(mine, forMe));
    await screen.findByText("S2");
    const offered = screen
      .getAllByRole("radio")
      .map((radio) => radio.closest("label")?.textContent);
    expect(offered).toEqual([
      "Transfer1",
      "Receive1",
      "Return1",
      "Request Lost1",
      "Decline1",
      "Edit1",
    ]);
  });
});

describe("starting a basket", () => {
  const mine = aSample({ serialNumber: "S1", status: "In Use" });
  const lost = aSample({ serialNumber: "S2", status: "Lost" });

  test("starting a basket sends the valid samples, once, and keeps the others with the reason", async () => {
    basketStore.start(ana.email, ["S1", "S2"], "transfer");
    const { id } = basketStore.get(ana.email);
    const convex = backend(mine, lost).answer("baskets:start", () => null);
    const { user, onJobChange } = await show(convex);
    const reason = await screen.findByText(/^Transfer is not possible now: the sample is Lost/);
    expect(reason.textContent).toContain("with Ana <ana@company.com>.");
    await user.type(screen.getByRole("combobox", RECIPIENT), "bob{Enter}");
    await user.dblClick(screen.getByRole("button", { name: "Transfer 1 sample" }));
    await waitFor(() => expect(onJobChange).toHaveBeenCalledWith(id));
    expect(convex.sent).toEqual([
      {
        name: "baskets:start",
        args: {
          basketId: id,
          step: "transfer",
          chosen: bob.email,
          sampleIds: [mine._id],
          details: {},
        },
      },
    ]);
    expect(basketStore.get(ana.email)).toMatchObject({ values: ["S2"], step: null });
    expect(basketStore.get(ana.email).id).not.toBe(id);
  });

  test("a name typed where numbers are scanned picks the recipient, and Enter then sends the basket", async () => {
    const convex = backend(mine).answer("baskets:start", () => null);
    const { user } = await show(convex);
    await user.type(await field(), "bob{Enter}");
    expect(basketStore.get(ana.email).values).toEqual(["bob"]); // nothing to hand over yet
    await user.click(screen.getByRole("button", { name: "Remove bob" }));
    await user.type(await field(), "S1{Enter}");
    await screen.findByRole("button", { name: "Transfer 1 sample" });
    await user.type(await field(), "bo");
    expect(await screen.findByRole("option", { name: /^Bob Ray/ })).toBeTruthy();
    await user.keyboard("{Enter}");
    const button = screen.getByRole("button", { name: "Transfer 1 sample" });
    expect(document.activeElement).toBe(button);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(convex.sent[0]?.args).toMatchObject({ chosen: bob.email }));
    expect(convex.sent[0]?.args).toMatchObject({ sampleIds: [mine._id] });
  });

  test("a value with a digit is never taken for a name", async () => {
    const convex = backend(mine).answer("users:recipients", () => [
      { ...bob, email: "s2@company.com", displayName: "S2 Bot" },
    ]);
    const { user } = await show(convex);
    await user.type(await field(), "S1{Enter}");
    await screen.findByRole("button", { name: "Transfer 1 sample" });
    await user.type(await field(), "S2{Enter}");
    expect(basketStore.get(ana.email)).toMatchObject({ values: ["S1", "S2"] });
    expect(basketStore.get(ana.email).asked.recipient).toBe("");
  });

  test("a value scanned while the server answers is in the next basket", async () => {
    basketStore.start(ana.email, ["S1"], "transfer");
    const { id } = basketStore.get(ana.email);
    const convex = backend(mine).answer("baskets:start", () => {
      basketStore.add(ana.email, ["S9"]);
      return null;
    });
    const { user, onJobChange } = await show(convex);
    await user.type(await screen.findByRole("combobox", RECIPIENT), "bob{Enter}");
    await user.click(screen.getByRole("button", { name: "Transfer 1 sample" }));
    await waitFor(() => expect(onJobChange).toHaveBeenCalledWith(id));
    expect(basketStore.get(ana.email).values).toEqual(["S9"]);
  });

  test("a recipient that the server refuses is an error of the field, and the basket can be sent again", async () => {
    basketStore.start(ana.email, ["S1"], "transfer");
    const convex = backend(mine).answer("baskets:start", () => {
      throw new ConvexError(refusalOf("RECIPIENT_UNKNOWN", {}, "recipient"));
    });
    const { user } = await show(convex);
    await user.type(await screen.findByRole("combobox", RECIPIENT), "bob{Enter}");
    await user.click(screen.getByRole("button", { name: "Transfer 1 sample" }));
    expect((await screen.findByRole("alert")).textContent).toBe("No matching user found!");
    const field = screen.getByRole("combobox", { description: /No matching user found!$/ });
    expect(document.activeElement).toBe(field);
    await user.click(screen.getByRole("button", { name: "Transfer 1 sample" }));
    await waitFor(() => expect(convex.sent).toHaveLength(2));
    expect(convex.sent[1]?.args.basketId).toBe(convex.sent[0]?.args.basketId);
  });

  test("a basket of declines requires a reason", async () => {
    const forMe = aSample({
      serialNumber: "S3",
      status: "In Transit",
      samplmanag: bob.email,
      inTransitTo: ana.email,
    });
    basketStore.start(ana.email, ["S3"], "declineTransfer");
    const convex = backend(forMe).answer("baskets:start", () => null);
    const { user } = await show(convex);
    await user.click(await screen.findByRole("button", { name: "Decline 1 sample" }));
    expect((await screen.findByRole("alert")).textContent).toBe("Reason is required");
    await user.type(screen.getByLabelText("Reason"), "Wrong box");
    await user.click(screen.getByRole("button", { name: "Decline 1 sample" }));
    await waitFor(() => expect(convex.sent[0]?.args).toMatchObject({ reason: "Wrong box" }));
  });

  describe("an edit of many samples", () => {
    const registered = aSample({ serialNumber: "S4", status: "Registered" });

    test("shows beforehand how many become Registered again, and which cannot be edited and why", async () => {
      basketStore.start(ana.email, ["S1", "S2", "S4"], "edit");
      await show(backend(mine, lost, registered));
      expect(await screen.findByText("1 sample in use becomes Registered again.")).toBeTruthy();
      expect(screen.getByText(/^Edit is not possible now: the sample is Lost/)).toBeTruthy();
      expect(screen.getByRole("button", { name: "Edit 2 samples" })).toBeTruthy();
    });

    test("sends the filled fields, once; blank fields are unchanged", async () => {
      basketStore.start(ana.email, ["S1", "S4"], "edit");
      const convex = backend(mine, registered).answer("baskets:start", () => null);
      const { user, onJobChange } = await show(convex);
      await user.type(await screen.findByLabelText(/^Customers/), "Vivo");
      await user.dblClick(screen.getByRole("button", { name: "Edit 2 samples" }));
      await waitFor(() => expect(onJobChange).toHaveBeenCalled());
      expect(convex.sent).toMatchObject([
        {
          args: {
            step: "edit",
            edit: { customers: "Vivo" },
            sampleIds: [registered._id, mine._id],
          },
        },
      ]);
    });

    test("refuses an edit of nothing, and a location that was not picked", async () => {
      basketStore.start(ana.email, ["S1"], "edit");
      const convex = backend(mine);
      const { user } = await show(convex);
      const button = await screen.findByRole("button", { name: "Edit 1 sample" });
      await user.click(button);
      expect((await screen.findByRole("alert")).textContent).toBe("Fill in at least one field");
      await user.type(screen.getByLabelText(/^Location/), "Somewhere");
      expect(screen.queryByRole("alert")).toBeNull();
      await user.click(button);
      expect(await screen.findByText(/^Location must be picked from the list/)).toBeTruthy();
      expect(convex.sent).toEqual([]);
    });

    test("keeps the typed values through a reload", async () => {
      basketStore.start(ana.email, ["S1"], "edit");
      const { user, unmount } = await show(backend(mine));
      await user.type(await screen.findByLabelText(/^Comments/), "Dented");
      unmount();
      await show(backend(mine));
      const comments = await screen.findByLabelText<HTMLTextAreaElement>(/^Comments/);
      expect(comments.value).toBe("Dented");
    });
  });

  test("a basket's recipient survives a reload, and another step requires a new one", async () => {
    basketStore.start(ana.email, ["S1"], "transfer");
    const { user, unmount } = await show(backend(mine));
    await user.type(await screen.findByRole("combobox", RECIPIENT), "bob{Enter}");
    unmount();
    await show(backend(mine));
    const recipient = await screen.findByRole<HTMLInputElement>("combobox", RECIPIENT);
    expect([recipient.value, recipient.title]).toEqual(["Bob", bob.email]);
    expect(screen.getByRole("button", { name: "Transfer 1 sample" })).toBeTruthy();
    await user.click(screen.getByRole("radio", { name: /^Return/ }));
    expect((await screen.findByRole<HTMLInputElement>("combobox", RECIPIENT)).value).toBe("");
  });

  test("a basket that was started before a reload, whose answer was lost, is shown", async () => {
    basketStore.start(ana.email, ["S1"], "transfer");
    const { id } = basketStore.get(ana.email);
    const convex = backend(mine).answer("baskets:progress", () => aJob());
    const { onJobChange } = await show(convex);
    await waitFor(() => expect(onJobChange).toHaveBeenCalledWith(id));
    expect(basketStore.get(ana.email).values).toEqual([]);
  });
});
