import { Link } from "@tanstack/react-router";
import { Banner } from "@/components/Banner";
import { useViewer } from "@/hooks/data/useViewer";

/**
 * Tells people without an address, whom the company's directory created, that they can receive no
 * sample yet.
 */
export function PlacelessNotice() {
  const { userLocation, city, country } = useViewer();
  if (userLocation !== "" && city !== "" && country !== "") return null;
  return (
    <Banner tone="warning" className="no-print mb-3 sm:mb-4">
      No one can send you samples until your{" "}
      <Link to="/pages/profile" className="font-medium underline underline-offset-4">
        profile
      </Link>{" "}
      has an address.
    </Banner>
  );
}
