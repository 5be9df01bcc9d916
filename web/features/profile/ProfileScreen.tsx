import { PageHeader } from "@/components/pages/PageHeader";
import { useConfig } from "@/hooks/data/useConfig";
import { AccountFacts } from "./AccountFacts";
import { AwayCard } from "./AwayCard";
import { DataCard } from "./DataCard";
import { PasswordForm } from "./PasswordForm";
import { PersonalInfo } from "./PersonalInfo";
import { PhotoCard } from "./PhotoCard";
import { SecondFactorCard } from "./SecondFactorCard";
import { SessionsCard } from "./SessionsCard";
import { TokensCard } from "./TokensCard";

/** A person's own account: profile, password, sessions and tokens. */
export function ProfileScreen() {
  const allowsPasswords = useConfig()?.allowsPasswords !== false;
  return (
    <>
      <PageHeader title="Profile" />
      {/* One column: the photo comes first. Two columns: it is in the side column. */}
      <div className="flex max-w-[1120px] flex-col gap-5 xl:flex-row xl:items-start">
        <div className="contents min-w-0 flex-1 flex-col gap-5 xl:flex">
          <PersonalInfo />
          <AwayCard />
          {allowsPasswords && <PasswordForm />}
          {allowsPasswords && <SecondFactorCard />}
          <SessionsCard />
          <TokensCard />
        </div>
        <div className="contents w-[350px] flex-col gap-5 xl:flex">
          <PhotoCard className="order-first" />
          <AccountFacts />
          <DataCard />
        </div>
      </div>
    </>
  );
}
