import { createFileRoute } from "@tanstack/react-router";
import { NotFoundScreen } from "@/components/pages/NotFoundScreen";

export const Route = createFileRoute("/404")({ component: NotFoundScreen });
