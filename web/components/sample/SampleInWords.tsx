import { deviceName } from "#domain/samples/deviceName";

type SampleInWordsProps = { sample: { brand: string; model: string; serialNumber: string } };

/** Names a sample within a sentence: `Google Pixel 8, serial number GP8-0001`. */
export function SampleInWords({ sample }: SampleInWordsProps) {
  return (
    <>
      {deviceName(sample)}, serial number{" "}
      <span className="font-mono text-foreground">{sample.serialNumber}</span>
    </>
  );
}
