import { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import { freshEnvironment, sms } from "../cli/support/sms";
import { DEMO_PASSWORD, type RunningProduct } from "../support/deployments/deployment";

const EMAIL = "nora.berg@lab.example";

/**
 * Signs up a person who has no samples yet, with the demo's password; reads the code from the
 * outbox.
 *
 * @returns their e-mail
 */
export async function addNewcomer({ url, dataDir }: RunningProduct): Promise<string> {
  const client = new ConvexHttpClient(url, { logger: false });
  const flow = (params: Record<string, unknown>) =>
    client.action(api.auth.signIn, { provider: "password", params });
  await flow({
    flow: "signUp",
    email: EMAIL,
    password: DEMO_PASSWORD,
    firstName: "Nora",
    lastName: "Berg",
    passport: "N1234567",
    phoneNumber: "+49 30 1234567",
    userLocation: "Berlin, Germany",
    country: "Germany",
    city: "Berlin",
    userLat: 52.52,
    userLng: 13.405,
  });
  const env = freshEnvironment({ SMS_URL: url, SMS_DATA_DIR: dataDir });
  const { stdout } = await sms(["mail", "list", "--json"], env);
  const code = /verification code: (\d+)/i.exec(stdout)?.[1];
  if (code === undefined) throw new Error(`no code for ${EMAIL} in the outbox:\n${stdout}`);
  await flow({ flow: "verify", email: EMAIL, password: DEMO_PASSWORD, code });
  return EMAIL;
}
