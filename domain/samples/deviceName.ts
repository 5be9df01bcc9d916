/**
 * Returns brand and model without repeating the brand. Labs list models with and without their
 * brand (`Fairphone` + `Fairphone 5`, `Samsung` + `Galaxy A54`).
 */
export function deviceName({ brand, model }: { brand: string; model: string }): string {
  const isNamed = `${model} `.toLowerCase().startsWith(`${brand} `.toLowerCase());
  return (isNamed ? model : `${brand} ${model}`).trim();
}
