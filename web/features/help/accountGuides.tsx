import { Link } from "@tanstack/react-router";
import { type Guide, Key, Picture, Steps } from "./Guide";

/** Guides to sharing the browser's location and to signing up. */
export const ACCOUNT_GUIDES: readonly Guide[] = [
  {
    id: "location",
    title: "Share your location",
    body: (
      <>
        <p>
          SMS asks once, while you sign up, where your device is. You may refuse: then only the
          address you pick is kept.
        </p>
        <Steps>
          <li>Open the sign-up page. The browser asks whether the site may know your location.</li>
          <li>
            Press <Key>Allow</Key>. Nothing more is asked.
          </li>
          <li>
            If you pressed <Key>Block</Key> before: press the icon left of the address, find{" "}
            <Key>Location</Key> under the site's permissions, choose <Key>Allow</Key>, and load the
            page again.
          </li>
          <li>
            On a phone the system must allow it too: <Key>Settings</Key>, <Key>Apps</Key>, your
            browser, <Key>Permissions</Key>, <Key>Location</Key> (Android), or <Key>Settings</Key>,{" "}
            <Key>Privacy</Key>, <Key>Location Services</Key>, your browser (iPhone).
          </li>
        </Steps>
        <Picture
          name="help-location"
          width={640}
          height={300}
          alt="The sign-up page with the words Please enable location"
        />
        <p>
          'Please enable location' on the sign-up page means that the browser has no location to
          give. You can sign up all the same.
        </p>
      </>
    ),
  },

  {
    id: "sign-up",
    title: "Sign up",
    body: (
      <>
        <Steps>
          <li>
            Open{" "}
            <Link to="/auth/sign-up" className="font-medium text-primary underline">
              Sign up
            </Link>{" "}
            and write your name, passport and phone number.
          </li>
          <li>
            Begin to type where you work and pick the place from the list. Country and city fill
            themselves.
          </li>
          <li>
            Use your company address. Others are refused. The password needs at least 8 characters,
            with an uppercase and a lowercase letter, a digit and one of @$!%*#?&.
          </li>
          <li>A mail brings a code. Sign in and write the code; from then on you are in.</li>
        </Steps>
        <Picture
          name="help-sign-up"
          width={640}
          height={720}
          alt="The sign-up form: while the location is typed, places are offered below it"
        />
        <p>
          No mail? Look among the unwanted mail, wait a minute, and press <Key>Send a new code</Key>
          . Forgotten the password? Press <Key>Forgot password?</Key> on the sign-in page.
        </p>
      </>
    ),
  },
];
