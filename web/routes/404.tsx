import { createFileRoute } from "@tanstack/react-router";
import { NotFoundScreen } from "../components/pages/ErrorScreen";

export const Route = createFileRoute("/404")({ component: NotFoundScreen });
