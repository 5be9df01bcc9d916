import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { toast } from "sonner";
import { takeKeptToasts, toastSlot } from "@/lib/toastSlot";
import { useObservable } from "@/lib/observable";
import { Toaster } from "./ui/sonner";

/**
 * The toasts, in the top bar. On a narrow screen they replace the bar's controls while they are
 * shown, and on pages without a bar the page makes room for them (web/styles.css). The newest one
 * is visible. Leaving a screen closes them, except for those that stay until they are dismissed.
 */
export function Toasts() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onBeforeNavigate", ({ pathChanged }) => {
        if (pathChanged && !takeKeptToasts()) dismissPassing();
      }),
    [router],
  );
  return <Toaster slot={useObservable(toastSlot)} />;
}

function dismissPassing(): void {
  for (const each of toast.getToasts()) {
    if (!("dismiss" in each) && each.duration !== Infinity) toast.dismiss(each.id);
  }
}
