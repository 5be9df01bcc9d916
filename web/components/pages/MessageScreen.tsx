import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";
import { AuthLayout } from "@/components/pages/AuthLayout";
import { Card } from "@/components/ui/card";
import { Button } from "../ui/button";

export interface MessageScreenProps {
  /** Large and muted, above the title: "404". */
  code: string;
  title: string;
  children?: ReactNode;
  actions: ReactNode;
}

/** A whole page with one message, such as not found or server error. */
export function MessageScreen({ code, title, children, actions }: MessageScreenProps) {
  return (
    <AuthLayout>
      <Card className="flex flex-col items-center gap-3 p-8 text-center shadow-md">
        <p className="text-6xl font-semibold tabular-nums tracking-tight text-muted-foreground">
          {code}
        </p>
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {children && <div className="text-sm text-muted-foreground">{children}</div>}
        <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>
      </Card>
    </AuthLayout>
  );
}

/** Link from the 404 and 500 pages back to the app (docs/product.md, "Public pages"). */
export function ReturnButton() {
  return (
    <Button asChild>
      <Link to="/dashboard/default">Return to website</Link>
    </Button>
  );
}
