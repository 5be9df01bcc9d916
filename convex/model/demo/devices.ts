import { DAY_MS } from "#domain/common/durations";
import { NO_TEXTS, type SampleInput } from "#domain/samples/fields";
import { luhnDigit } from "#domain/identifiers/imei";
import { PLACES, type DemoPlace } from "./people";
import { pick, seededRandom } from "./random";

/** Real brands and models; all other data of a demo device is fictitious. */
// oxfmt-ignore
const MODELS: Readonly<Record<string, readonly string[]>> = {
  Mobile: [
    "Samsung|Galaxy S23", "Samsung|Galaxy S24 Ultra", "Samsung|Galaxy A54 5G", "Samsung|Galaxy A14", "Samsung|Galaxy Z Flip5", "Samsung|Galaxy M34 5G",
    "Apple|iPhone 13", "Apple|iPhone 14 Pro", "Apple|iPhone 15", "Apple|iPhone SE (3rd gen)",
    "Xiaomi|Redmi Note 12", "Xiaomi|13T Pro", "Xiaomi|Redmi 12C", "Poco|X5 Pro 5G",
    "Motorola|moto g84 5G", "Motorola|edge 40", "Motorola|moto e13", "Motorola|razr 40 ultra",
    "Google|Pixel 7a", "Google|Pixel 8 Pro", "OnePlus|Nord CE 3 Lite", "OnePlus|11 5G",
    "OPPO|Reno10 Pro", "OPPO|A78 5G", "vivo|V29", "vivo|Y36", "realme|11 Pro+", "realme|C55",
    "Nokia|G42 5G", "Nokia|XR21", "Sony|Xperia 10 V", "Sony|Xperia 5 V", "Asus|Zenfone 10", "Asus|ROG Phone 7",
    "Honor|Magic5 Lite", "Honor|90", "Huawei|P60 Pro", "Nothing|Phone (2)", "Fairphone|Fairphone 5", "ZTE|Blade V50",
    "TCL|40 SE", "Infinix|Hot 30", "Infinix|Note 30 Pro", "Tecno|Camon 20", "Tecno|Spark 10 Pro", "Itel|A60s",
    "Positivo|Twist 5", "Multilaser|F Pro 2", "Doogee|S100", "Ulefone|Armor 21", "Cat|S75", "Lava|Agni 2 5G",
  ],
  Tablet: [
    "Samsung|Galaxy Tab S9", "Samsung|Galaxy Tab A9+", "Apple|iPad (10th gen)", "Lenovo|Tab M10 Plus",
    "Xiaomi|Pad 6", "Nokia|T21", "Huawei|MatePad 11", "OnePlus|Pad",
  ],
  Smartwatch: [
    "Samsung|Galaxy Watch6 LTE", "Apple|Watch Series 9", "Google|Pixel Watch 2", "Huawei|Watch GT 4", "Xiaomi|Watch S3",
  ],
  Router: ["Huawei|B535-232", "TP-Link|Archer MR600", "ZTE|MC888", "Nokia|FastMile 5G Gateway", "Zebra|ET45 Cradle"],
  Modem: ["Huawei|E3372h", "ZTE|MF833U1", "Alcatel|Link Key IK41", "Datalogic|CS-LTE", "Honeywell|Connectivity M2"],
};

type Model = { readonly brand: string; readonly model: string; readonly hwtype: string };

const DEVICES: readonly Model[] = Object.entries(MODELS).flatMap(([hwtype, models]) =>
  models.map((text) => {
    const [brand = "", model = ""] = text.split("|");
    return { brand, model, hwtype };
  }),
);

export const DEMO_MODELS = DEVICES.map(({ model }) => model);

/** Four or five units of each model, as labs get them. */
export const DEMO_SAMPLES = DEVICES.length * 4;

export const DEMO_CUSTOMERS = [
  "Vodafone",
  "Deutsche Telekom",
  "Orange",
  "MEO",
  "Vivo",
  "Claro",
  "TIM",
  "AT&T",
  "Airtel",
  "NTT Docomo",
  "MTN",
  "Turkcell",
] as const;

const COMMENTS = [
  "Screen protector on",
  "Prototype – do not photograph",
  "No charger in the box",
  "Battery replaced",
  "Returned from field test",
  "Bootloader unlocked",
] as const;

/**
 * The input fields of the demo's sample number `index`, registered at `place`.
 *
 * @param at epoch ms
 */
export function demoFields(index: number, at: number, place: DemoPlace): SampleInput {
  const random = seededRandom(index + 1);
  const { brand, model, hwtype } = DEVICES[index % DEVICES.length] ?? {
    brand: "",
    model: "",
    hwtype: "",
  };
  const slots = hwtype === "Mobile" && brand !== "Cat" && random() < 0.6 ? "Dual" : "Single";
  const from = pick(random, [PLACES.austin, PLACES.berlin, PLACES.tokyo, PLACES.saoPaulo]);
  const customer = pick(random, DEMO_CUSTOMERS);
  return {
    ...NO_TEXTS,
    brand,
    model,
    hwtype,
    devTypes: random() < 0.7 ? "Signed" : "Unsigned",
    os: brand === "Apple" ? "iOS" : "Android",
    tNetworks: /5G|S23|S24|15|14|Pro|Pixel/.test(model) ? "5G" : "4G",
    slots,
    simCard: pick(random, ["Nano SIM", "Nano SIM", "e SIM", "Micro SIM"]),
    hwVersion: pick(random, ["EVT2", "DVT", "DVT", "PVT", "MP", "MP"]),
    serialNumber: serialNumber(brand, index),
    imei1: imei(index, 1),
    imei2: slots === "Dual" ? imei(index, 2) : "",
    receiveDate: Math.floor(at / DAY_MS) * DAY_MS,
    deliveredBy: pick(random, ["DHL", "FedEx", "UPS", "Correios", "Hand delivery"]),
    customers: customer,
    custsamplmanag: `Device lab, ${customer}`,
    phoneNumber: `+351 21 555 ${String(1000 + index)}`,
    location: `${place.city}, ${place.country}`,
    lat: place.lat,
    lng: place.lng,
    locationR: `${from.city}, ${from.country}`,
    regfromlat: from.lat,
    regfromlng: from.lng,
    comments: pick(random, COMMENTS),
  };
}

/**
 * Generates unique serial numbers such as `SA7K0042`, in a format that no real manufacturer uses.
 */
function serialNumber(brand: string, index: number): string {
  const letters = brand.slice(0, 2).toUpperCase().padEnd(2, "X");
  return `${letters}${index % 10}K${String(index).padStart(4, "0")}`;
}

/**
 * Generates an IMEI with a valid check digit. Reporting body 00 is reserved for test devices, so no
 * demo IMEI belongs to a real device.
 */
function imei(index: number, slot: 1 | 2): string {
  const first14 = `00${String(slot)}0${String(index % DEVICES.length).padStart(4, "0")}${String(index).padStart(6, "0")}`;
  return `${first14}${luhnDigit(first14)}`;
}
