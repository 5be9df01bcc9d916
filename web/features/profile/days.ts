import { addDays, format, parse } from "date-fns";

const ISO_DAY = "yyyy-MM-dd";

/** The reader's day of a moment, as a date field writes it. @param at epoch ms */
export const isoDay = (at: number) => format(at, ISO_DAY);

/** The moment that a day begins, in the reader's time zone; epoch ms. */
export const dayStart = (day: string) => parse(day, ISO_DAY, new Date()).getTime();

/** The moment that the next day begins. */
export const dayEnd = (day: string) => addDays(dayStart(day), 1).getTime();
