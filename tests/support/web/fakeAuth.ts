import { vi } from "vitest";

/** Stands for `@convex-dev/auth/react` in the tests of web/ (vitest.config.ts): signed out. */
export const fakeAuth = {
  signIn: vi.fn<(...args: unknown[]) => Promise<unknown>>(),
  signOut: vi.fn(() => Promise.resolve()),
};

export const useAuthActions = () => fakeAuth;
export const useAuthToken = () => null;
export const useConvexAuth = () => ({ isLoading: false, isAuthenticated: false });
