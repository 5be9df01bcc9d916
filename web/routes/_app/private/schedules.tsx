import { createFileRoute } from "@tanstack/react-router";
import { SchedulesScreen } from "@/features/reports/SchedulesScreen";

export const Route = createFileRoute("/_app/private/schedules")({ component: SchedulesScreen });
