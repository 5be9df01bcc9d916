/**
 * What people type to run the server and to look after its data: a release (npm run release) has
 * its own commands, a checkout goes through npm.
 */

const isRelease = process.env["SMS_RELEASE"] === "1"; // set by release/bin/

export const COMMANDS = isRelease
  ? { start: "sms start", engine: "engine" }
  : { start: "npm start", engine: "npx engine" };

/** Lines of `sms --help` about the server; empty in a checkout, where npm starts it. */
export const SERVER_HELP = isRelease
  ? `
Server:
  sms start [--empty]   runs the server on this computer, with a demo lab or empty
`
  : "";
