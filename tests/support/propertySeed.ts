/**
 * Properties draw the same examples in every run, so that the same code has the same result.
 * `npm run soak -- properties` draws others in each round; PROPERTY_SEED repeats one.
 */
import fc from "fast-check";

const seed = Number(process.env["PROPERTY_SEED"] ?? 1);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
