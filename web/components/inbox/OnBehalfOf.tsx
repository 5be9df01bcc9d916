import { PersonName } from "@/components/sample/Person";
import { useViewer } from "@/hooks/data/useViewer";
import { formatDate } from "#domain/common/dates";

/** Names the absent person for whom the viewer answers: "For Ana Lima (away until Nov 30)". */
export function OnBehalfOf({ email }: { email: string }) {
  const { standsInFor } = useViewer();
  const absent = standsInFor.find((each) => each.email === email);
  return (
    <>
      For <PersonName email={email} />
      {absent && ` (away until ${formatDate(absent.until - 1)})`}
    </>
  );
}
