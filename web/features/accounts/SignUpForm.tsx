import { zodResolver } from "@hookform/resolvers/zod";
import { Link } from "@tanstack/react-router";
import { useMemo, useState, useEffect } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { signUpInput } from "#domain/people/inputs";
import { MESSAGES } from "#domain/common/messages";
import { AddressFields } from "@/components/forms/AddressFields";
import { Banner } from "@/components/Banner";
import { Field } from "@/components/forms/Field";
import { FormSection } from "@/components/forms/FormSection";
import { NewPasswordFields } from "@/components/forms/NewPasswordFields";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { PublicConfig } from "@/hooks/data/useConfig";
import type { Place } from "@/lib/places/place";
import { places } from "@/lib/places/places";
import { useNextStep, type Credentials } from "./pendingSignIn";
import { usePasswordFlow } from "./usePasswordFlow";
import { useTicketFlow } from "./useTicketFlow";

const EMPTY = {
  firstName: "",
  lastName: "",
  userLocation: "",
  country: "",
  city: "",
  passport: "",
  phoneNumber: "",
  email: "",
  password: "",
  passwordConfirm: "",
};

export type MailboxProof =
  | { email: string; token: string }
  /** A sign-in at the company's service, with the claims that fill in the form. */
  | {
      email: string;
      state: string;
      verifier: string;
      firstName: string;
      lastName: string;
      phoneNumber: string;
    }
  /** `newPassword`: typed before the server asked for the person's details. */
  | { email: string; code: string; newPassword: string };

export interface SignUpFormProps {
  config: PublicConfig | undefined;
  /**
   * Proof that the person owns the address: an invitation's link, a reset code, or a sign-in at the
   * company's service (then no password is asked for).
   */
  proof?: MailboxProof;
  onDone: (credentials: Credentials) => void;
}

/**
 * Asks for what a new account needs (docs/product.md, "Sign-up"). Country, city and coordinates
 * come from the picked address.
 */
export function SignUpForm({ config, proof, onDone }: SignUpFormProps) {
  const runFlow = usePasswordFlow();
  const goOn = useNextStep();
  const runTicket = useTicketFlow();
  const asksPassword = proof === undefined || !("verifier" in proof);
  const device = useDeviceLocation();
  const [place, setPlace] = useState<Place | null>(null);
  const companyDomain = config?.companyDomain ?? "";
  const schema = useMemo(
    () => signUpInput(companyDomain, asksPassword),
    [companyDomain, asksPassword],
  );
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { ...EMPTY, ...knownFrom(proof) },
  });
  const { errors, isSubmitting } = form.formState;
  const { register } = form;

  const submit = form.handleSubmit(async ({ passwordConfirm: _, ...input }) => {
    // Country and city are set only together with a place, so `place` is never null here.
    if (!place) return;
    const { email, password, ...stated } = input;
    const person = {
      ...stated,
      userLat: place.lat,
      userLng: place.lng,
      ...(device.kind === "known" && device.location),
    };
    const send = () => {
      if (proof === undefined) return runFlow({ flow: "signUp", email, password, ...person });
      if ("token" in proof) {
        return runFlow({ flow: "invited", token: proof.token, password, ...person });
      }
      if ("code" in proof) {
        const { code } = proof;
        return runFlow({ flow: "resetVerify", email, code, newPassword: password, person });
      }
      const { state, verifier } = proof;
      return runTicket({ flow: "issuerSignUp", state, verifier, ...person });
    };
    const outcome = await send();
    if (outcome?.ok) onDone({ email, password });
    else if (outcome && !goOn(outcome.code, { email, password }))
      form.setError("root", { message: outcome.message });
  });

  return (
    <FormProvider {...form}>
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-6">
        {device.kind === "unavailable" && (
          <Banner tone="info">
            <span className="font-medium">{MESSAGES.enableLocation}</span>
            <span className="text-muted-foreground">
              {" "}
              to record where you signed up. This is optional; see{" "}
              <Link to="/docs" className="underline underline-offset-2">
                how to enable it
              </Link>
              .
            </span>
          </Banner>
        )}
        <FormSection title="You">
          <Field label="First name" error={errors.firstName?.message}>
            {(control) => (
              <Input {...control} {...register("firstName")} autoComplete="given-name" autoFocus />
            )}
          </Field>
          <Field label="Last name" error={errors.lastName?.message}>
            {(control) => (
              <Input {...control} {...register("lastName")} autoComplete="family-name" />
            )}
          </Field>
          <Field label="Passport" error={errors.passport?.message}>
            {(control) => <Input {...control} {...register("passport")} autoComplete="off" />}
          </Field>
          <Field label="Phone number" error={errors.phoneNumber?.message}>
            {(control) => (
              <Input
                {...control}
                {...register("phoneNumber")}
                type="tel"
                autoComplete="tel"
                placeholder="+55 11 91234 5678"
              />
            )}
          </Field>
        </FormSection>

        <FormSection title="Where you work">
          <AddressFields
            label="Location"
            help="Choose your city from the list. You can add a street in front of it."
            onPlace={setPlace}
            placeholder="Rua Augusta 12, São Paulo"
          />
        </FormSection>

        <FormSection title="Your account">
          <Field label="Email" error={errors.email?.message} className="sm:col-span-2">
            {(control) => (
              <Input
                {...control}
                {...register("email")}
                type="email"
                autoComplete="username"
                readOnly={proof !== undefined}
                placeholder={companyDomain && `you@${companyDomain}`}
              />
            )}
          </Field>
          {asksPassword && <NewPasswordFields label="Password" repeatLabel="Repeat password" />}
        </FormSection>

        {errors.root?.message && <Banner tone="error">{errors.root.message}</Banner>}
        <Button type="submit" size="lg" loading={isSubmitting}>
          {proof ? "Join" : "Sign up"}
        </Button>
      </form>
    </FormProvider>
  );
}

/** Values of the fields that the proof already answers. */
function knownFrom(proof: MailboxProof | undefined) {
  if (proof === undefined) return {};
  const { email } = proof;
  if ("token" in proof) return { email };
  if ("verifier" in proof) {
    const { firstName, lastName, phoneNumber } = proof;
    return { email, firstName, lastName, phoneNumber };
  }
  return { email, password: proof.newPassword, passwordConfirm: proof.newPassword };
}

interface DeviceLocation {
  realLat: number;
  realLng: number;
  realLocation?: string;
}

type LocationState =
  | { kind: "asking" }
  | { kind: "unavailable" }
  | { kind: "known"; location: DeviceLocation };

/** Time to wait for the device's position, ms; people fill in the form meanwhile. */
const GIVE_UP_MS = 20_000;

/**
 * Asks the browser once for the device's position (docs/product.md, "Sign-up"); the person may
 * refuse.
 */
function useDeviceLocation(): LocationState {
  const [state, setState] = useState<LocationState>(() =>
    "geolocation" in navigator && window.isSecureContext
      ? { kind: "asking" }
      : { kind: "unavailable" },
  );
  useEffect(() => {
    if (!("geolocation" in navigator) || !window.isSecureContext) return;
    let isMounted = true;
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude: realLat, longitude: realLng } }) => {
        const known = (location: DeviceLocation) =>
          isMounted && setState({ kind: "known", location });
        // The place name is optional: coordinates without it are still worth storing.
        places.nearest(realLat, realLng).then(
          (place) => known({ realLat, realLng, ...(place && { realLocation: place.address }) }),
          () => known({ realLat, realLng }),
        );
      },
      () => isMounted && setState({ kind: "unavailable" }),
      { timeout: GIVE_UP_MS },
    );
    return () => {
      isMounted = false;
    };
  }, []);
  return state;
}
