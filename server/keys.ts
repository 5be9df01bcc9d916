/**
 * `npm run -s keys > keys.env`: prints the key pair that signs access tokens, as a file for
 * `npx convex env set --from-file`. A deployment that `npm start` runs makes its own.
 */
import { newSigningKeys } from "./secrets";

for (const [name, value] of Object.entries(await newSigningKeys())) {
  process.stdout.write(`${name}='${value}'\n`);
}
