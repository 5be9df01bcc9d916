import { useConvex } from "convex/react";
import { useEffect } from "react";
import { toast } from "sonner";
import { api } from "../../../convex/_generated/api";
import { IDLE_NOTICE, watchIdle } from "@/lib/account/idle";
import { storeNotice } from "@/lib/account/signingOut";
import { inBackground } from "@/lib/connection/backgroundCalls";
import { useSignOut } from "./useSignOut";

const INPUTS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;

/** Interval of heartbeats; the server ends sessions after 15 minutes without one. */
const HEARTBEAT_MS = 30_000;

const WARNING_TOAST = "idle";

/**
 * Signs out after 15 idle minutes and returns to / (docs/product.md, "Idle sign-out"). Until then
 * it reports activity to the server.
 */
export function useIdleSignOut(): void {
  const signOut = useSignOut();
  const convex = useConvex();

  useEffect(() => {
    let lastBeat = 0;
    const watch = watchIdle({
      storage: localStorage,
      clock: {
        now: () => Date.now(),
        setInterval: (run, ms) => window.setInterval(run, ms),
        clearInterval: (timer) => window.clearInterval(timer as number),
      },
      log: (text) => console.debug(text),
      onWarning: () =>
        toast.warning("You will be signed out in a minute", {
          id: WARNING_TOAST,
          description: "Move the mouse or press a key to stay.",
          duration: Infinity,
        }),
      onActive: () => toast.dismiss(WARNING_TOAST),
      onIdle: () => {
        storeNotice(IDLE_NOTICE);
        void signOut("/", { isIdle: true });
      },
    });

    const onInput = () => {
      watch.input();
      const now = Date.now();
      if (now - lastBeat < HEARTBEAT_MS) return;
      // Offline, heartbeats would queue up among the user's own changes.
      if (!convex.connectionState().isWebSocketConnected) return;
      lastBeat = now;
      // A lost heartbeat is harmless: the next input sends another one.
      inBackground(convex.mutation(api.sessions.heartbeat, {})).catch(() => undefined);
    };
    onInput();

    // Keys of a scan do not propagate beyond the window.
    const options = { passive: true, capture: true };
    for (const type of INPUTS) window.addEventListener(type, onInput, options);
    return () => {
      watch.stop();
      for (const type of INPUTS) window.removeEventListener(type, onInput, options);
    };
  }, [signOut, convex]);
}
