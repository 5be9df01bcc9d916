import type { ComponentProps, ReactNode } from "react";
import { SchemePicture } from "@/components/SchemePicture";

/** One topic of the help page; `id` is its anchor in the address. */
export type Guide = { readonly id: string; readonly title: string; readonly body: ReactNode };

export function GuideSection({ id, title, body }: Guide) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 text-base leading-7">
      <h2 id={id} className="scroll-mt-6 text-xl font-semibold tracking-tight">
        {title}
      </h2>
      {body}
    </section>
  );
}

/** Numbered steps, in order. */
export function Steps({ children }: { children: ReactNode }) {
  return (
    <ol className="flex list-decimal flex-col gap-2 pl-5 marker:font-semibold marker:text-muted-foreground">
      {children}
    </ol>
  );
}

/** Unordered points. */
export function Points({ children }: { children: ReactNode }) {
  return (
    <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-muted-foreground">{children}</ul>
  );
}

/** A screenshot of the app. */
export function Picture(props: ComponentProps<typeof SchemePicture>) {
  return (
    <div className="max-w-[640px] overflow-hidden rounded-lg border shadow-sm">
      <SchemePicture {...props} />
    </div>
  );
}

/** The label of a button or menu item. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <span className="rounded border bg-card px-1.5 py-0.5 text-sm font-medium">{children}</span>
  );
}
