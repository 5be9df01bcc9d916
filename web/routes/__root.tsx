import { createRootRoute, Outlet } from "@tanstack/react-router";
import { useEffect } from "react";
import { toast } from "sonner";
import { Toaster } from "@/components/ui/sonner";
import { TooltipProvider } from "@/components/ui/tooltip";
import { takeNotice } from "@/lib/leaving";

export const Route = createRootRoute({ component: Root });

function Root() {
  useEffect(() => {
    const notice = takeNotice();
    // It explains why the page changed while nobody looked: it waits to be read.
    if (notice) toast.info(notice, { duration: Infinity });
  }, []);
  return (
    <TooltipProvider delayDuration={300}>
      <Outlet />
      <Toaster />
    </TooltipProvider>
  );
}
