import { createFileRoute } from "@tanstack/react-router";
import { ErrorScreen } from "@/components/ErrorScreen";

export const Route = createFileRoute("/500")({ component: () => <ErrorScreen /> });
