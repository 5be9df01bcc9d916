/** The frame of every signed-in screen (docs/product.md, "Shell"). */
import { act, cleanup, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AuthenticatedNotice } from "@/features/shell/AuthenticatedNotice";
import { PlacelessNotice } from "@/features/shell/PlacelessNotice";
import {
  INBOX,
  isCurrent,
  navigationFor,
  screensFor,
  siblingsAt,
} from "@/features/shell/navigation";
import { SidebarFooter, SidebarNavigation } from "@/features/shell/Sidebar";
import { listAt } from "@/features/shell/useOpenList";
import { UserMenu } from "@/features/shell/UserMenu";
import { ViewerProvider, type Viewer } from "@/hooks/data/useViewer";
import { welcome } from "@/lib/account/welcome";
import { FakeConvex } from "../../support/web/fakeConvex";
import { renderScreen } from "../../support/web/renderApp";

const open = async (part: ReactNode, role: Viewer["role"] = "user", seen: Partial<Viewer> = {}) => {
  const viewer = { email: "ana@company.com", displayName: "Ana Lima", role, photoURL: "", ...seen };
  const convex = new FakeConvex().answer("config:public", () => ({
    companyName: "Telecom Lab",
    companyUrl: "https://company.com",
  }));
  const tree = <ViewerProvider value={viewer as Viewer}>{part}</ViewerProvider>;
  return { ...(await renderScreen(convex, tree)), convex };
};

const requests = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    sampleId: `s${index}`,
    kind: "transfer",
    from: "b@company.com",
    since: 1,
  }));

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

test.each([
  ["/dashboard/homefsreturn", "/dashboard/homefsreturn"],
  ["/dashboard/homefsedit", "/dashboard/homefsedit"],
  ["/private/transferfs/s1", "/dashboard/homefstransfer"],
  ["/private/racknowledgefs/s1", "/dashboard/homefsreturn"],
  ["/private/outofservicefs/osacknowledgefs/s1", "/dashboard/homefsos"],
  ["/private/viewfs/s1", null],
  ["/dashboard/homefs", null],
])("the screen %s belongs to the list %s", (pathname, list) => {
  expect(listAt(pathname)).toBe(list);
});

test("the notice for signed-in people is dismissed once for the account, and leaves no gap", async () => {
  const notice = "This page is only visible by authenticated users.";
  const { user, convex } = await open(<AuthenticatedNotice />);
  expect(screen.getByText(notice)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: /dismiss/i }));
  expect(screen.queryByText(notice)).toBeNull();
  expect(convex.sent).toEqual([{ name: "profile:dismissNotice", args: {} }]);
  cleanup();
  await open(<AuthenticatedNotice />, "user", { hasDismissedNotice: true });
  expect(screen.queryByRole("status")).toBeNull();
});

test("people without an address are asked for one, and others are not", async () => {
  const place = { userLocation: "Av. Paulista 1000", city: "São Paulo", country: "Brazil" };
  for (const field of ["userLocation", "city", "country"]) {
    await open(<PlacelessNotice />, "user", { ...place, [field]: "" });
    const link = screen.getByRole("link", { name: "profile" });
    expect(link.getAttribute("href")).toBe("/pages/profile");
    cleanup();
  }
  await open(<PlacelessNotice />, "user", place);
  expect(screen.queryByRole("status")).toBeNull();
});

test("the welcome ends with the notice, and appears without it once that was dismissed", async () => {
  const notice = "This page is only visible by authenticated users.";
  const welcomed = "Welcome ana@company.com";
  const { user } = await open(<AuthenticatedNotice />);
  act(() => welcome("ana@company.com"));
  expect(screen.getByText(welcomed)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: /dismiss/i }));
  expect(screen.queryByText(welcomed)).toBeNull();
  act(() => welcome("ana@company.com"));
  expect(screen.getByText(welcomed)).toBeTruthy();
  expect(screen.queryByText(notice)).toBeNull();
});

describe("the sidebar", () => {
  test("the sidebar begins with the Inbox and its number", async () => {
    const { convex } = await open(<SidebarNavigation isCompact={false} onOpenTheme={vi.fn()} />);
    const [first] = screen.getAllByRole("link");
    expect(first?.getAttribute("href")).toBe("/pages/inbox");
    act(() => void convex.answer("inbox:waiting", () => ({ items: requests(9), total: 9 })));
    expect(screen.getByRole("link", { name: "Inbox 9 unread" })).toBeTruthy();
  });

  test.each([
    ["is exact while the server sends all", 40, 40, false, "70"],
    ["says + if older requests were left out", 50, 51, false, "80+"],
    ["says + if older news were left out", 3, 3, true, "33+"],
  ])("the Inbox's number %s", async (_, sent, total, isMore, badge) => {
    const { convex } = await open(<SidebarNavigation isCompact={false} onOpenTheme={vi.fn()} />);
    const news = Array.from({ length: 30 }, (_, index) => ({ _id: `n${index}` }));
    act(() => {
      convex.answer("inbox:waiting", () => ({ items: requests(sent), total }));
      convex.answer("inbox:unseenNews", () => ({ items: news, isMore }));
    });
    expect(screen.getByRole("link", { name: `Inbox ${badge} unread` })).toBeTruthy();
  });

  test("the sidebar has the groups Dashboards, Samples, Settings and Report", async () => {
    await open(<SidebarNavigation isCompact={false} onOpenTheme={vi.fn()} />);
    expect(screen.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual([
      ...["Dashboards", "Samples", "Settings", "Report"],
    ]);
    const samples = within(screen.getByRole("region", { name: "Samples" })).getAllByRole("link");
    expect(samples.map((link) => link.getAttribute("href"))).toEqual(
      expect.arrayContaining([
        ...["/private", "/dashboard/addsample", "/dashboard/homefstransfer"],
        ...["/dashboard/homefsreturn", "/dashboard/homefsos", "/dashboard/homefsedit"],
      ]),
    );
  });

  test.each([
    ["user", ["Help"]],
    ["supervisor", ["Employees", "Administration", "Help"]],
    ["admin", ["Employees", "Administration", "Help"]],
  ] as const)("the sidebar offers a %s only what they may use", async (role, own) => {
    await open(<SidebarNavigation isCompact={false} onOpenTheme={vi.fn()} />, role);
    const settings = within(screen.getByRole("region", { name: "Settings" })).getAllByRole("link");
    expect(settings.map(({ textContent }) => textContent)).toEqual(own);
  });

  test.each([
    ["user", "/pages/employees", []],
    ["supervisor", "/pages/employees", ["People", "Sample count", "Add New Settings"]],
    [
      "admin",
      "/pages/audit",
      [
        ...["People", "Sample count", "Add New Settings", "Lists for everyone"],
        ...["Invitations", "Server health", "Mail", "Integrations", "Audit log"],
      ],
    ],
    ["user", "/private/schedules", ["Report Sample", "Export Report Sample", "Scheduled Reports"]],
    ["admin", "/dashboard/homefs", []],
  ] as const)("a %s sees at %s the tabs %j", (role, path, labels) => {
    expect(siblingsAt(path, role).map(({ label }) => label)).toEqual(labels);
  });

  test("every screen is in the sidebar or a tab, and highlights one entry", () => {
    for (const { to } of screensFor("admin")) {
      if (to === "/pages/profile" || to === "/pages/importpeople" || to === INBOX.to) continue;
      const entries = navigationFor("admin").flatMap(({ items }) => items);
      expect([to, entries.filter((entry) => isCurrent(entry, to)).length]).toEqual([to, 1]);
    }
  });

  test("the sidebar ends with the version and a link to the company's site", async () => {
    await open(<SidebarFooter isCompact={false} />);
    expect(screen.getByText("SMS v1.6.5")).toBeTruthy();
    const company = screen.getByRole("link", { name: "Telecom Lab" });
    expect(company.getAttribute("href")).toBe("https://company.com");
  });

  test("the footer of a sidebar folded to icons is only the company's link", async () => {
    await open(<SidebarFooter isCompact />);
    const company = screen.getByRole("link", { name: "SMS v1.6.5, Telecom Lab" });
    expect(company.getAttribute("href")).toBe("https://company.com");
  });
});

describe("the user menu", () => {
  test.each([
    ["user", "User"],
    ["supervisor", "Supervisor"],
    ["admin", "Admin"],
  ] as const)(
    "the user menu says who is signed in, and that they are a %s",
    async (role, label) => {
      const { user } = await open(<UserMenu onOpenTheme={vi.fn()} />, role);
      const menu = screen.getByRole("button", { name: /User menu/ });
      expect(menu.textContent).toContain("Ana Lima");
      expect(menu.textContent).toContain(label);
      await user.click(menu);
      expect(await screen.findByRole("menuitem", { name: "Sign out" })).toBeTruthy();
    },
  );
});
