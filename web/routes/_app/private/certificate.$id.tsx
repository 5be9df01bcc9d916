import { createFileRoute } from "@tanstack/react-router";
import { RouteError } from "@/components/pages/ErrorState";
import { CertificateScreen } from "@/features/history/certificate/CertificateScreen";

export const Route = createFileRoute("/_app/private/certificate/$id")({
  component: Certificate,
  errorComponent: RouteError,
});

function Certificate() {
  const { id } = Route.useParams();
  return <CertificateScreen key={id} sampleId={id} />;
}
