import { profileInput } from "../../domain/inputs";
import { plainText } from "../../domain/plainText";
import { appError } from "../lib/errors";
import type { UserMutationCtx } from "../lib/functions";
import * as Users from "./users";

/** A person's own statements about themselves. */
export type StatedProfile = {
  readonly displayName: string;
  readonly passPort: string;
  readonly phoneNumber: string;
  readonly userLocation: string;
  readonly country: string;
  readonly city: string;
  readonly userLat?: number;
  readonly userLng?: number;
  readonly realLocation?: string;
  readonly realLat?: number;
  readonly realLng?: number;
};

/**
 * Saves what the caller states about themselves. Whoever does not repeat an address's coordinates
 * keeps them as long as the address stays; so does the device's position.
 *
 * @throws INPUT_INVALID naming the field
 */
export async function save(ctx: UserMutationCtx, stated: StatedProfile): Promise<null> {
  const texts = {
    displayName: plainText(stated.displayName),
    passport: plainText(stated.passPort),
    phoneNumber: plainText(stated.phoneNumber),
    userLocation: plainText(stated.userLocation),
    country: plainText(stated.country),
    city: plainText(stated.city),
  };
  const parsed = profileInput.safeParse(texts);
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]?.path[0] ?? "profile");
    throw appError("INPUT_INVALID", { field }, field);
  }
  requireDegrees(stated.userLat, 90, "userLat");
  requireDegrees(stated.userLng, 180, "userLng");
  requireDegrees(stated.realLat, 90, "realLat");
  requireDegrees(stated.realLng, 180, "realLng");
  const { passport: passPort, ...others } = parsed.data;
  await Users.saveProfile(ctx, ctx.actor, { ...stated, ...others, passPort });
  return null;
}

function requireDegrees(value: number | undefined, limit: number, field: string): void {
  if (value === undefined || Math.abs(value) <= limit) return;
  throw appError("INPUT_INVALID", { field }, field);
}
