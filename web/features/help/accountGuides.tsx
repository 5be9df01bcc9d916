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
          SMS asks for your device's location once, while you sign up. Sharing it is optional:
          without it, only the address you choose is stored.
        </p>
        <Steps>
          <li>Open the sign-up page. Your browser asks to share your location.</li>
          <li>
            Press <Key>Allow</Key>. SMS does not ask again.
          </li>
          <li>
            If you pressed <Key>Block</Key> earlier, click the icon to the left of the address, find{" "}
            <Key>Location</Key> in the site's permissions, choose <Key>Allow</Key> and reload the
            page.
          </li>
          <li>
            On a phone, allow it in the system settings too: <Key>Settings</Key>, <Key>Apps</Key>,
            your browser, <Key>Permissions</Key>, <Key>Location</Key> (Android), or{" "}
            <Key>Settings</Key>, <Key>Privacy</Key>, <Key>Location Services</Key>, your browser
            (iPhone).
          </li>
        </Steps>
        <Picture
          name="help-location"
          width={640}
          height={300}
          alt="The sign-up page with the message Please enable location"
        />
        <p>
          'Please enable location' on the sign-up page means that your browser did not share a
          location. You can still sign up.
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
            and enter your name, passport and phone number.
          </li>
          <li>
            Start typing where you work and choose the place from the list. Country and city are
            filled in for you.
          </li>
          <li>
            Use your company e-mail address; others are refused. The password needs at least 8
            characters, with an uppercase and a lowercase letter, a digit and one of @$!%*#?&.
          </li>
          <li>You receive a code by e-mail. Sign in and enter it to open your account.</li>
        </Steps>
        <Picture
          name="help-sign-up"
          width={640}
          height={720}
          alt="The sign-up form, with places suggested below the location field"
        />
        <p>
          No e-mail? Check your spam folder, wait a minute, then press <Key>Send a new code</Key>.
          If you have forgotten your password, press <Key>Forgot password?</Key> on the sign-in
          page.
        </p>
      </>
    ),
  },
];
