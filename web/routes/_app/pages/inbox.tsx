import { createFileRoute } from "@tanstack/react-router";
import { InboxScreen } from "@/features/inbox/InboxScreen";

export const Route = createFileRoute("/_app/pages/inbox")({ component: InboxScreen });
