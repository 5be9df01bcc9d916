import { Link } from "@tanstack/react-router";
import { MailStays } from "@/components/MailStays";
import { PageHeader } from "@/components/pages/PageHeader";
import { InviteForm } from "./InviteForm";
import { OpenInvitations } from "./OpenInvitations";

/** Screen on which admins invite people and see the open invitations. */
export function InvitationsScreen() {
  return (
    <>
      <PageHeader
        title="Invitations"
        description="Each person gets a link by e-mail, and has access once they complete sign-up."
      />
      <MailStays className="mb-5">
        Copy each link from{" "}
        <Link to="/pages/mail" className="underline underline-offset-2">
          Mail
        </Link>
        , and pass it on.
      </MailStays>
      <div className="flex flex-col gap-5 xl:flex-row xl:items-start">
        <InviteForm />
        <OpenInvitations />
      </div>
    </>
  );
}
