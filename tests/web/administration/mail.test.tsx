import { act, cleanup, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ForRole } from "@/components/ForRole";
import { MailScreen } from "@/features/mail/MailScreen";
import { mailSearch, type MailSearch } from "@/features/mail/mailSearch";
import { ViewerProvider, type Viewer } from "@/hooks/data/useViewer";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";

const aMail = (changes: { _id?: string; status?: string } & Record<string, unknown>) => ({
  _id: "mail1",
  _creationTime: Date.UTC(2026, 10, 21, 14, 5),
  to: "ana@company.com",
  message: { subject: "Your code", text: "The code: 12345678", html: "<b>12345678</b>" },
  status: "queued",
  attempts: 0,
  nextAttemptAt: 0,
  ...changes,
});
const refused = aMail({
  _id: "mail2",
  to: "bo@company.com",
  message: { subject: "A sample for you", text: "", html: "" },
  status: "failed",
  attempts: 9,
  lastError: "Mailbox unknown",
});

/** Further down than what is loaded. */
const older = aMail({ _id: "mail3" });

const show = async (
  state: MailSearch,
  mails: readonly { _id: string; status: string }[] = [aMail({}), refused],
) => {
  const onStateChange = vi.fn();
  const convex = new FakeConvex().answerPage("mail:list", ({ status }) =>
    mails.filter(
      (mail) => status === undefined || (mail as Viewer & typeof mail).status === status,
    ),
  );
  convex.answer("mail:get", ({ mailId }) => {
    return [...mails, older].find((mail) => mail._id === mailId) ?? null;
  });
  const page = (
    <ViewerProvider value={{ email: "boss@company.com" } as Viewer}>
      <MailScreen state={state} onStateChange={onStateChange} />
    </ViewerProvider>
  );
  return { ...(await renderScreen(convex, page)), onStateChange, convex };
};

afterEach(cleanup);

test.each([
  [false, 1],
  [true, 0],
])("where mail is sent is %s, the page says %i times that it stays", async (sendsMail, times) => {
  const { convex } = await show({});
  act(() => void convex.answer("config:public", () => ({ sendsMail })));
  expect(screen.queryAllByText(/This server cannot send e-mail yet/)).toHaveLength(times);
});

describe("the mail page", () => {
  test("lists each mail with reader, state and last error", async () => {
    await show({});
    const [first, second] = screen.getAllByRole("listitem");
    expect(first?.textContent).toMatch(/^Your codeQueued.*ana@company.com/);
    expect(second?.textContent).toMatch(
      /^A sample for youFailed.*bo@company.com.*Mailbox unknown$/,
    );
  });

  test("a chosen state narrows the list and closes the open mail", async () => {
    const { user, onStateChange } = await show({ id: "mail1" });
    await user.click(screen.getByRole("button", { name: "Failed" }));
    expect(onStateChange).toHaveBeenCalledWith({ status: "failed" });
    cleanup();
    await show({ status: "failed" });
    expect(screen.getAllByRole("listitem")).toHaveLength(1);
  });

  test("an open mail's HTML stands in a frame that may run no script", async () => {
    await show({ id: "mail1" });
    const frame = screen.getByTitle<HTMLIFrameElement>("HTML of “Your code”");
    expect(frame.srcdoc).toBe("<b>12345678</b>");
    expect(frame.getAttribute("sandbox")).toBe("");
  });

  test("an open mail shows its text, its attempts and its error", async () => {
    const { user } = await show({ id: "mail2" });
    const mail = screen.getByRole("article", { name: "A sample for you" });
    expect(within(mail).getByText("Attempts").nextElementSibling?.textContent).toBe("9");
    expect(within(mail).getByRole("alert").textContent).toBe("Mailbox unknown");
    cleanup();
    await show({ id: "mail1" });
    await user.click(screen.getByRole("button", { name: "Text" }));
    expect(screen.getByText("The code: 12345678")).toBeTruthy();
  });

  test("says that there is no mail, and that a linked mail is gone", async () => {
    await show({ status: "failed" }, []);
    expect(screen.getByText("No mail has failed.")).toBeTruthy();
    cleanup();
    await show({ id: "gone" });
    expect(screen.getByText("No such mail")).toBeTruthy();
  });

  test("a link to a mail that is not loaded yet opens it", async () => {
    await show({ id: "mail3" });
    expect(screen.getByRole("article", { name: "Your code" })).toBeTruthy();
  });

  test("a failed mail is sent again on request, another one is not", async () => {
    const { user, convex } = await show({ id: "mail2" });
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("Queued again")).toBeTruthy();
    expect(convex.sent).toEqual([{ name: "mail:retry", args: { mailId: "mail2" } }]);
    cleanup();
    await show({ id: "mail1" });
    expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
  });

  test("a test mail goes to oneself and opens, where mail is sent", async () => {
    const { user, convex, onStateChange } = await show({ status: "failed" });
    expect(screen.queryByRole("button", { name: "Send a test" })).toBeNull();
    act(() => void convex.answer("config:public", () => ({ sendsMail: true })));
    convex.answer("mail:sendTest", () => "mail9");
    await user.click(screen.getByRole("button", { name: "Send a test" }));
    expect(convex.sent).toEqual([{ name: "mail:sendTest", args: { to: "boss@company.com" } }]);
    expect(onStateChange).toHaveBeenCalledWith({ id: "mail9" });
  });

  test("a mangled address opens the whole list", () => {
    expect(mailSearch({ status: "lost", id: {} })).toEqual({});
  });
});

describe("a page for admins", () => {
  const open = (role: Viewer["role"]) => {
    const page = (
      <ForRole least="admin" title="Mail">
        all mails
      </ForRole>
    );
    return renderScreen(
      new FakeConvex(),
      <ViewerProvider value={{ role } as Viewer}>{page}</ViewerProvider>,
    );
  };

  test.each(["user", "supervisor"] as const)("is refused to a %s in words", async (role) => {
    await open(role);
    expect(screen.getByRole("heading", { name: "Mail" })).toBeTruthy();
    expect(screen.getByText("Your role does not allow this.")).toBeTruthy();
    expect(screen.queryByText("all mails")).toBeNull();
  });

  test("is shown to an admin", async () => {
    await open("admin");
    expect(screen.getByText("all mails")).toBeTruthy();
  });
});
