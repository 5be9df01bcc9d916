import { createFileRoute } from "@tanstack/react-router";
import { CertificateScreen } from "@/features/history/certificate/CertificateScreen";

export const Route = createFileRoute("/_app/private/certificate/$id")({ component: Certificate });

function Certificate() {
  const { id } = Route.useParams();
  return <CertificateScreen key={id} sampleId={id} />;
}
