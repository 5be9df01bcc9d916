import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ConvexError } from "convex/values";
import { IntegrationsScreen } from "@/features/integrations/IntegrationsScreen";
import { TokensCard } from "@/features/profile/TokensCard";
import { refusalOf } from "#domain/common/errors";
import { HISTORY_ACTIONS } from "#domain/custody/workflow";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";

const token = {
  _id: "token1",
  _creationTime: 0,
  name: "Warehouse",
  scopes: ["samples", "exports"],
  hint: "sms_Ab3x",
};
const hook = {
  _id: "hook1",
  _creationTime: 0,
  url: "https://hooks.example.com/sms",
  events: ["Transfer", "Return"],
  isActive: true,
};
const delivery = {
  _id: "delivery1",
  _creationTime: Date.now(),
  event: "Transfer",
  serialNumber: "SA7K0042",
  status: "failed",
  attempts: 13,
  nextAttemptAt: 0,
  lastError: "HTTP 500",
  responseStatus: 500,
};
const SECRET = "sms_Ab3xyz";

afterEach(cleanup);
const press = (name: string | RegExp) => screen.getByRole("button", { name });

describe("the API tokens of the profile", () => {
  const show = (tokens: unknown[] | undefined) => {
    const convex = new FakeConvex().answer("tokens:list", () => tokens);
    return renderScreen(convex, <TokensCard />).then((shown) => ({ ...shown, convex }));
  };

  test("a new token's secret is shown until its reader has kept it", async () => {
    const { user, convex } = await show([]);
    convex.answer("tokens:create", () => SECRET);
    await user.click(press("New token"));
    await user.type(screen.getByLabelText("Name"), "Warehouse");
    await user.click(screen.getByRole("checkbox", { name: "History" }));
    await user.click(press("Never"));
    await user.click(press("Create token"));
    expect(await screen.findByText(SECRET)).toBeTruthy();
    expect(convex.sent).toEqual([
      {
        name: "tokens:create",
        args: { name: "Warehouse", scopes: ["samples", "history"], days: null },
      },
    ]);
    await user.click(press("I have saved it"));
    expect(screen.queryByText(SECRET)).toBeNull();
  });

  test("a refusal stands at the field that it is about", async () => {
    const { user, convex } = await show([]);
    convex.answer("tokens:create", () => {
      throw new ConvexError({ ...refusalOf("TOKEN_SCOPES_MISSING", {}, "scopes") });
    });
    await user.click(press("New token"));
    await user.click(press("Create token"));
    const scopes = screen.getByRole("group", { name: "Permissions" });
    expect(await within(scopes).findByRole("alert")).toBeTruthy();
    convex.answer("tokens:create", () => SECRET);
    await user.click(screen.getByRole("checkbox", { name: "History" }));
    await user.click(press("Create token"));
    expect(await screen.findByText(SECRET)).toBeTruthy();
  });

  test("a token tells its scopes and its use, and is revoked after a question", async () => {
    const { user, convex } = await show([token]);
    expect(screen.getByRole("listitem").textContent).toMatch(
      /Warehouse sms_Ab3x….*samples, exports · never used/,
    );
    await user.click(press("Revoke “Warehouse”"));
    expect(convex.sent).toEqual([]);
    await user.click(within(screen.getByRole("alertdialog")).getByText("Revoke"));
    expect(convex.sent).toEqual([{ name: "tokens:revoke", args: { tokenId: "token1" } }]);
  });
});

describe("the integrations page", () => {
  async function show(
    state: {
      hooks?: unknown[];
      tokens?: unknown[];
      deliveries?: unknown[];
      scimTokens?: unknown[];
      waiting?: unknown[];
      open?: string;
    } = {},
  ) {
    const { hooks = [], tokens = [], deliveries = [], scimTokens = [], waiting = [], open } = state;
    const onOpenHook = vi.fn();
    const convex = new FakeConvex()
      .answer("webhooks:list", () => hooks)
      .answer("scim:tokens", () => scimTokens)
      .answer("scim:waiting", () => waiting)
      .answerPage("tokens:listAll", () => tokens)
      .answerPage("webhooks:deliveries", () => deliveries);
    const props = { openHook: open, onOpenHook };
    return {
      ...(await renderScreen(convex, <IntegrationsScreen {...props} />)),
      convex,
      onOpenHook,
    };
  }

  test("says what will stand there, while there is nothing", async () => {
    await show();
    expect(screen.getByText("No webhooks yet")).toBeTruthy();
    expect(screen.getByText("No tokens yet")).toBeTruthy();
    expect(screen.getByText("No directory yet")).toBeTruthy();
  });

  test("creates a directory's token, shows its secret once, and revokes it after a question", async () => {
    const scimToken = { _id: "scim1", _creationTime: 0, name: "Okta", hint: "scim_Ab3x" };
    const { user, convex } = await show({ scimTokens: [scimToken] });
    expect(screen.getByRole("listitem").textContent).toMatch(/Okta scim_Ab3x….*never used/);
    convex.answer("scim:createToken", () => {
      throw new ConvexError({ ...refusalOf("FIELD_MISSING", { label: "Name" }, "name") });
    });
    await user.click(press("New SCIM token"));
    await user.click(press("Create token"));
    expect(await screen.findByText("Name is required")).toBeTruthy();
    convex.answer("scim:createToken", () => "scim_secret");
    await user.type(screen.getByLabelText("Name"), "Entra ID");
    await user.click(press("Create token"));
    expect(await screen.findByText("scim_secret")).toBeTruthy();
    await user.click(press("I have saved it"));
    expect(screen.queryByText("scim_secret")).toBeNull();
    await user.click(press("Revoke “Okta”"));
    await user.click(within(screen.getByRole("alertdialog")).getByText("Revoke"));
    expect(convex.sent).toEqual([
      { name: "scim:createToken", args: { name: "" } },
      { name: "scim:createToken", args: { name: "Entra ID" } },
      { name: "scim:revokeToken", args: { tokenId: "scim1" } },
    ]);
  });

  test("names the people who wait for a manager", async () => {
    const scimToken = { _id: "scim1", _creationTime: 0, name: "Okta", hint: "scim_Ab3x" };
    const waiting = [{ email: "ana@lab.example", manager: "maria@lab.example" }];
    await show({ scimTokens: [scimToken], waiting });
    expect(screen.getByText("Waiting for a manager").parentElement?.textContent).toMatch(
      /reports to/,
    );
  });

  test("adds a webhook for all steps but those that are not chosen", async () => {
    const { user, convex } = await show();
    convex.answer("webhooks:add", () => "whsec_1");
    await user.click(press("Add webhook"));
    const dialog = within(screen.getByRole("dialog"));
    await user.type(dialog.getByLabelText("Address"), hook.url);
    await user.click(dialog.getByRole("checkbox", { name: "Register" }));
    await user.click(dialog.getByRole("button", { name: "Add webhook" }));
    expect(await screen.findByText("whsec_1")).toBeTruthy();
    const events = HISTORY_ACTIONS.filter((event) => event !== "Register");
    expect(convex.sent).toEqual([
      { name: "webhooks:add", args: { url: hook.url, events, format: "json" } },
    ]);
  });

  test("a channel gets its digest unless steps are chosen, and no secret is shown", async () => {
    const { user, convex } = await show({});
    convex.answer("webhooks:add", () => "whsec_1");
    await user.click(press("Add webhook"));
    const dialog = within(screen.getByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Slack" }));
    await user.type(dialog.getByLabelText("Address"), hook.url);
    await user.click(dialog.getByRole("checkbox", { name: "Transfer" }));
    await user.click(dialog.getByRole("button", { name: "Add webhook" }));
    const events = ["Digest", "Transfer"];
    const args = { url: hook.url, events, format: "slack" };
    expect(convex.sent).toEqual([{ name: "webhooks:add", args }]);
    expect(screen.queryByText("whsec_1")).toBeNull();
  });

  test("shows the state and steps of a webhook, and stops, resumes and removes it", async () => {
    const { user, convex } = await show({ hooks: [hook] });
    expect(screen.getByRole("listitem").textContent).toMatch(/Active.*Transfer, Return/);
    await user.click(press(`Stop ${hook.url}`));
    await user.click(press(`Remove ${hook.url}`));
    await user.click(within(screen.getByRole("alertdialog")).getByText("Remove"));
    expect(convex.sent).toEqual([
      { name: "webhooks:setActive", args: { webhookId: "hook1", isActive: false } },
      { name: "webhooks:remove", args: { webhookId: "hook1" } },
    ]);
    cleanup();
    await show({ hooks: [{ ...hook, isActive: false }] });
    expect(press(`Resume ${hook.url}`)).toBeTruthy();
    cleanup();
    await show({ hooks: [{ ...hook, failingSince: 0 }] });
    expect(screen.getByRole("listitem").textContent).toContain("Failing since");
  });

  test("edits the address and the steps of a webhook, with a refusal at its field", async () => {
    const { user, convex } = await show({ hooks: [hook] });
    convex.answer("webhooks:update", () => {
      throw new ConvexError({ ...refusalOf("WEBHOOK_URL", {}, "url") });
    });
    await user.click(press(`Edit ${hook.url}`));
    const dialog = within(screen.getByRole("dialog"));
    await user.click(dialog.getByRole("checkbox", { name: "Register" }));
    await user.type(dialog.getByLabelText("Address"), "/v2");
    await user.click(dialog.getByRole("button", { name: "Update" }));
    expect(await dialog.findByText(/^The address must begin with https/)).toBeTruthy();
    convex.answer("webhooks:update", () => null);
    await user.click(dialog.getByRole("button", { name: "Update" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    const args = { webhookId: "hook1", url: `${hook.url}/v2` };
    const events = ["Register", "Transfer", "Return"];
    expect(convex.sent.at(-1)).toEqual({ name: "webhooks:update", args: { ...args, events } });
  });

  test("a webhook whose steps were refused is saved once some are chosen", async () => {
    const { user, convex } = await show({ hooks: [hook] });
    convex.answer("webhooks:update", () => {
      throw new ConvexError({ ...refusalOf("WEBHOOK_EVENTS", {}, "events") });
    });
    await user.click(press(`Edit ${hook.url}`));
    const dialog = within(screen.getByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Update" }));
    await dialog.findByText("Choose at least one step");
    convex.answer("webhooks:update", () => null);
    await user.click(dialog.getByRole("button", { name: "Choose all" }));
    expect(dialog.queryByText("Choose at least one step")).toBeNull();
    await user.click(dialog.getByRole("button", { name: "Update" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("sends a test from the log, unless the webhook is stopped", async () => {
    const { user, convex } = await show({ hooks: [hook], open: "hook1" });
    await user.click(press("Send a test"));
    expect(convex.sent).toEqual([{ name: "webhooks:sendTest", args: { webhookId: "hook1" } }]);
    cleanup();
    await show({ hooks: [{ ...hook, isActive: false }], open: "hook1" });
    expect((press("Send a test") as HTMLButtonElement).disabled).toBe(true);
  });

  test("the log shows each delivery and sends it again, unless the webhook is stopped", async () => {
    const log = { hooks: [hook], deliveries: [delivery], open: "hook1" };
    const { user, convex } = await show(log);
    const row = within(screen.getByRole("list", { name: "Deliveries" })).getByRole("listitem");
    expect(row.textContent).toMatch(/TransferSA7K0042Failed.*13 attempts · HTTP 500/);
    const again = "Send again: Transfer SA7K0042";
    await user.click(press(again));
    expect(convex.sent).toEqual([{ name: "webhooks:replay", args: { deliveryId: "delivery1" } }]);
    cleanup();
    await show({ ...log, hooks: [{ ...hook, isActive: false }] });
    expect((press(again) as HTMLButtonElement).disabled).toBe(true);
  });

  test("shows everybody's tokens with their owners", async () => {
    const { user, convex } = await show({ tokens: [{ ...token, owner: "ana@company.com" }] });
    await user.click(press("Revoke “Warehouse” of ana@company.com"));
    await user.click(within(screen.getByRole("alertdialog")).getByText("Revoke"));
    expect(convex.sent).toEqual([{ name: "tokens:revokeAny", args: { tokenId: "token1" } }]);
  });
});
