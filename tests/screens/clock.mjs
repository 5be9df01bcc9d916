// @ts-check
/**
 * Loaded into the product before anything else (`node --import`): its clock starts at the epoch ms
 * of SCREENS_NOW and runs on, so that the demo lab has the same dates in every run.
 */
const { Date: RealDate } = globalThis;
const aheadMs = Number(process.env["SCREENS_NOW"]) - RealDate.now();
const now = () => RealDate.now() + aheadMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
});
