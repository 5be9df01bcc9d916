import { addDays, format, parse } from "date-fns";

const ISO_DAY = "yyyy-MM-dd";

/** The reader's calendar day of a moment, formatted for a date field. @param at epoch ms */
export const isoDay = (at: number) => format(at, ISO_DAY);

/** Start of a day in the reader's time zone, epoch ms. */
export const dayStart = (day: string) => parse(day, ISO_DAY, new Date()).getTime();

/** Start of the following day, epoch ms. */
export const dayEnd = (day: string) => addDays(dayStart(day), 1).getTime();
