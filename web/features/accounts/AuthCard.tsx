import type { ReactNode } from "react";
import { AuthLayout } from "@/components/pages/AuthLayout";
import { ConnectionBar } from "@/components/ConnectionBar";
import { Card } from "@/components/ui/card";
import { useDocumentTitle } from "@/hooks/useDocumentTitle";

export interface AuthCardProps {
  title: string;
  description?: ReactNode;
  /** Below the card: links to related screens. */
  footer?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}

export function AuthCard({ title, description, footer, wide = false, children }: AuthCardProps) {
  useDocumentTitle(title);
  return (
    <AuthLayout wide={wide}>
      <ConnectionBar />
      <Card className="p-6 shadow-md sm:p-8">
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {description && <p className="mt-1 text-sm text-muted-foreground">{description}</p>}
        <div className="mt-6">{children}</div>
      </Card>
      {footer && <div className="mt-5 text-center text-sm text-muted-foreground">{footer}</div>}
    </AuthLayout>
  );
}

/** Classes of a text link on the auth screens. */
export const authLinkClasses =
  "rounded font-medium text-primary underline-offset-4 hover:underline relative coarse:after:absolute coarse:after:inset-x-0 coarse:after:-inset-y-3.5";
