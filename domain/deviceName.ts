/**
 * What people call a device: brand and model, the brand once. People's lists have models with and without
 * it (`Fairphone` + `Fairphone 5`, `Samsung` + `Galaxy A54`).
 */
export function deviceName({ brand, model }: { brand: string; model: string }): string {
  const isNamed = `${model} `.toLowerCase().startsWith(`${brand} `.toLowerCase());
  return (isNamed ? model : `${brand} ${model}`).trim();
}
