/**
 * What people type to start the server and to administer it. Messages use these names, because a
 * release (npm run release) has its own commands, and a checkout goes through npm.
 */

/** True in an installed release, whose launcher sets the variable (release/bin/). */
export const IS_RELEASE = process.env["SMS_RELEASE"] === "1";

export const COMMANDS = IS_RELEASE
  ? { start: "sms start", startEmpty: "sms start --empty", sms: "sms" }
  : { start: "npm start", startEmpty: "npm start -- --empty", sms: "npx sms" };
