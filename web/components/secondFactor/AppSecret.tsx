import { QrCode } from "@/components/codes/QrCode";
import { useConfig } from "@/hooks/data/useConfig";
import { enrolmentUri, inGroups } from "#domain/accounts/secondFactor";

type AppSecretProps = { email: string; secret: string };

/** The secret for an authenticator app: to scan, to open on this phone, or to type. */
export function AppSecret({ email, secret }: AppSecretProps) {
  const uri = enrolmentUri({ companyName: useConfig()?.companyName ?? "", email, secret });
  return (
    <div className="flex flex-col items-center gap-3 text-sm">
      <p className="self-start text-muted-foreground">
        Scan this code with an authenticator app, such as Google Authenticator, Microsoft
        Authenticator or 1Password.
      </p>
      <QrCode
        text={uri}
        label="QR code for your authenticator app"
        className="size-48 rounded-md border"
      />
      <a href={uri} className="font-medium text-primary underline-offset-4 hover:underline">
        Open the app on this device
      </a>
      <p className="self-start text-muted-foreground">
        Or enter this key in the app:{" "}
        <code className="select-all break-words font-mono text-foreground">{inGroups(secret)}</code>
      </p>
    </div>
  );
}
