import { cleanup, render, screen, waitFor } from "@testing-library/react";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  isRedirect,
  RouterProvider,
} from "@tanstack/react-router";
import { getFunctionName, type FunctionReference } from "convex/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Toaster } from "@/components/ui/sonner";
import { SignedInOnly } from "@/features/shell/SignedInOnly";
import { Route as appRoute } from "@/routes/_app";

/** State of the auth library and the server in a test. */
interface Said {
  session: { isLoading: boolean; isAuthenticated: boolean };
  /** Undefined: not answered yet. */
  viewer: { email: string } | null | undefined;
  isDisabled: boolean;
  signOut: () => Promise<void>;
}
const said = vi.hoisted<Said>(() => ({
  session: { isLoading: false, isAuthenticated: false },
  viewer: undefined,
  isDisabled: false,
  signOut: vi.fn(() => Promise.resolve()),
}));

vi.mock("@convex-dev/auth/react", () => ({
  useConvexAuth: () => said.session,
  useAuthActions: () => ({ signOut: said.signOut }),
}));
vi.mock("convex/react", () => ({
  ConvexReactClient: class {},
  useConvex: () => ({
    connectionState: () => ({ isWebSocketConnected: true }),
    subscribeToConnectionState: () => () => undefined,
  }),
  useQuery: (query: FunctionReference<"query">, args?: unknown) => {
    if (args === "skip") return undefined;
    return getFunctionName(query) === "users:isDisabled" ? said.isDisabled : said.viewer;
  },
}));
vi.mock("@/features/shell/AppShell", () => ({ AppShell: () => <h1>the wanted screen</h1> }));

async function visit(address: string) {
  const root = createRootRoute();
  const page = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component });
  const router = createRouter({
    routeTree: root.addChildren([
      page("/private/viewfs/$id", () => <SignedInOnly />),
      page("/auth/sign-in", () => <h1>sign in</h1>),
    ]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  await router.load();
  // The router's types allow only the app's own routes.
  render(<RouterProvider router={router as never} />);
  return router;
}

const ana = { email: "ana@lab.example" };
const wanted = "/private/viewfs/k57?from=list";

describe("screens behind sign-in", () => {
  beforeEach(() => {
    Object.assign(said, {
      session: { isLoading: false, isAuthenticated: true },
      viewer: ana,
      isDisabled: false,
    });
    vi.mocked(said.signOut).mockClear();
  });
  afterEach(cleanup);

  test("a protected screen opens for a signed-in person", async () => {
    await visit(wanted);
    expect(await screen.findByText("the wanted screen")).toBeTruthy();
  });

  test("a protected screen redirects a visitor to sign-in once, with the way back", async () => {
    said.session = { isLoading: false, isAuthenticated: false };
    const router = await visit(wanted);
    await screen.findByText("sign in");
    expect(router.state.location.pathname).toBe("/auth/sign-in");
    expect(router.state.location.search).toEqual({ redirect: wanted });
  });

  test("a protected screen waits while the session is read from storage", async () => {
    said.session = { isLoading: true, isAuthenticated: false };
    const router = await visit(wanted);
    expect(await screen.findByText("Loading…")).toBeTruthy();
    expect(router.state.location.href).toBe(wanted);
  });

  test("a protected screen waits until the server has returned the viewer", async () => {
    said.viewer = undefined;
    const router = await visit(wanted);
    expect(await screen.findByText("Loading…")).toBeTruthy();
    expect(router.state.location.href).toBe(wanted);
  });

  test("a session that the server has ended is deleted", async () => {
    said.viewer = null;
    await visit(wanted);
    await waitFor(() => expect(said.signOut).toHaveBeenCalledTimes(1));
    expect(screen.queryByText("the wanted screen")).toBeNull();
    expect(screen.queryByText(/disabled/)).toBeNull();
  });

  test("a disabled person reads why they were signed out", async () => {
    Object.assign(said, { viewer: null, isDisabled: true });
    await visit(wanted);
    render(<Toaster slot={null} />);
    await screen.findByText("This account is disabled. Please ask an admin.");
    expect(said.signOut).toHaveBeenCalledTimes(1);
  });
});

describe("the route guard", () => {
  /** The path to which the guard redirects a visitor of the wanted page; null if it does not. */
  function sentTo(): unknown {
    const guard = appRoute.options.beforeLoad as (context: unknown) => void;
    try {
      guard({ location: { href: wanted } });
      return null;
    } catch (thrown) {
      if (!isRedirect(thrown)) throw thrown;
      const options: { to?: unknown; search?: unknown } = thrown.options;
      return { to: options.to, search: options.search };
    }
  }
  beforeEach(() => localStorage.clear());

  test("the route guard redirects a visitor without a stored session before anything is rendered", () => {
    expect(sentTo()).toEqual({ to: "/auth/sign-in", search: { redirect: wanted } });
  });

  test("the route guard lets a stored session through before the server has confirmed it", () => {
    localStorage.setItem("__convexAuthRefreshToken_x", "t");
    expect(sentTo()).toBeNull();
  });
});
