import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Wordmark } from "@/components/Wordmark";
import { WorldMotif } from "@/components/world/WorldMotif";
import { cn } from "@/lib/utils";

/** Layout of the sign-in, sign-up and password screens and of the 404 and 500 pages. */
export function AuthLayout({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <div className="relative flex min-h-dvh flex-col items-center overflow-hidden px-4 py-8 sm:py-14">
      <WorldMotif className="absolute left-1/2 top-10 hidden w-[1100px] -translate-x-1/2 text-muted-foreground opacity-40 sm:block" />
      <header className="relative mb-8">
        <Link
          to="/"
          aria-label="SMS home page"
          className="flex items-center rounded-md coarse:h-11"
        >
          <Wordmark />
        </Link>
      </header>
      <main className={cn("relative w-full", wide ? "max-w-[640px]" : "max-w-[400px]")}>
        {children}
      </main>
    </div>
  );
}
