import { SchemePicture } from "@/components/SchemePicture";

/** Screenshot of the Transfer list in the demo. */
export function Screenshot() {
  return (
    <div className="overflow-hidden rounded-lg border bg-card shadow-2xl shadow-black/20">
      <SchemePicture
        name="screenshot-transfer"
        width={1128}
        height={720}
        alt="The Transfer list: each sample with its holder, its status and the next step"
      />
    </div>
  );
}
