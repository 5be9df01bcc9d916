import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

// Mail is sent as soon as it is queued; this retries failed mails, first after a minute.
crons.interval("send mail that is due", { minutes: 1 }, internal.mailSender.sendDue, {});
// Likewise for webhook deliveries.
crons.interval("send deliveries that are due", { minutes: 1 }, internal.webhooks.sendDue, {});
crons.interval("send reports that are due", { minutes: 5 }, internal.reports.takeDue, {});
crons.interval("end idle sessions", { minutes: 1 }, internal.sessions.endIdle, {});
crons.interval("delete what has expired", { hours: 1 }, internal.sessions.sweep, {});
crons.interval("delete old baskets", { hours: 24 }, internal.baskets.sweep, {});
crons.interval(
  "delete files that became no photo",
  { hours: 24 },
  internal.profile.sweepPhotos,
  {},
);
crons.interval("erase private data of who left", { hours: 24 }, internal.users.eraseDue, {});

// Time zone offsets are multiples of 15 minutes; every 5 minutes, each digest is sent at about
// 08:00.
crons.interval("send digests that are due", { minutes: 5 }, internal.inbox.runDigests, {});
crons.interval("begin digests of older accounts", { hours: 24 }, internal.inbox.beginDigests, {});
crons.interval("follow who left", { hours: 24 }, internal.inbox.followLeavers, {});
crons.interval("delete old news", { hours: 24 }, internal.inbox.sweep, {});
// Hourly, so that a day's figures appear soon after its end and an interrupted run continues.
crons.interval("make figures of days that are over", { hours: 1 }, internal.trends.makeFigures, {});
crons.interval("follow absences", { hours: 1 }, internal.profile.followAbsences, {});

export default crons;
