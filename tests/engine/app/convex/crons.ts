import { cronJobs, makeFunctionReference } from "convex/server";

const crons = cronJobs();
const increment = makeFunctionReference<"mutation", { name: string }>("messages:increment");

crons.interval("every hour", { hours: 1 }, increment, { name: "hourly cron" });
crons.daily("every night", { hourUTC: 3, minuteUTC: 30 }, increment, { name: "nightly cron" });

export default crons;
