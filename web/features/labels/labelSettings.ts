import { z } from "#domain/common/zod";
import {
  CUSTOM,
  CUSTOM_SIDES,
  customFormat,
  LABEL_FORMATS,
  type LabelFormat,
} from "#domain/samples/labelFormats";
import { RESOLUTIONS, type Resolution } from "#domain/samples/zplLabel";

/** localStorage key of the last used settings. */
const KEY = "sms.labels";

const side = z.number().min(CUSTOM_SIDES.min).max(CUSTOM_SIDES.max);

/** What this browser prints labels on. Anything unknown or damaged becomes the first choice. */
const settings = z.object({
  formatId: z.string().catch(LABEL_FORMATS[0]!.id),
  /** Of a custom label, mm. */
  width: side.catch(62),
  height: side.catch(29),
  isLarge: z.boolean().catch(false),
  resolution: z
    .custom<Resolution>((dpi) => RESOLUTIONS.some((each) => each === dpi))
    .catch(RESOLUTIONS[0]!),
});

export type LabelSettings = z.infer<typeof settings>;

export function readLabelSettings(): LabelSettings {
  return settings.parse({ ...stored() });
}

function stored(): object | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return typeof kept === "object" ? kept : null;
  } catch {
    return null;
  }
}

export function keepLabelSettings(kept: LabelSettings): void {
  localStorage.setItem(KEY, JSON.stringify(kept));
}

export function formatOf({ formatId, width, height }: LabelSettings): LabelFormat {
  if (formatId === CUSTOM) return customFormat(width, height);
  return LABEL_FORMATS.find(({ id }) => id === formatId) ?? LABEL_FORMATS[0]!;
}
