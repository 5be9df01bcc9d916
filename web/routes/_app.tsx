import { createFileRoute, Outlet } from "@tanstack/react-router";

/** Every screen behind the sign-in guard. */
export const Route = createFileRoute("/_app")({ component: App });

function App() {
  return (
    <main className="p-6">
      <Outlet />
    </main>
  );
}
