import { BASKET_SCENES, CUSTODY_SCENES } from "./scenes/custody";
import { FORM_SCENES } from "./scenes/forms";
import { LIST_SCENES } from "./scenes/lists";
import { AWAY_SCENES, PEOPLE_SCENES } from "./scenes/people";
import { PUBLIC_SCENES } from "./scenes/public";
import { SHELL_SCENES } from "./scenes/shell";
import { STOCK_TAKE_SCENES } from "./scenes/stockTakes";
import type { Device, Scene } from "./scene";

/**
 * Every screen of the app: `npm run screens` takes their pictures, and tests/e2e/screens.test.ts
 * examines them.
 */
export const SCENES: readonly Scene[] = [
  ...PUBLIC_SCENES,
  ...SHELL_SCENES,
  ...LIST_SCENES,
  ...FORM_SCENES,
  ...CUSTODY_SCENES,
  ...STOCK_TAKE_SCENES,
  ...BASKET_SCENES,
  ...PEOPLE_SCENES,
  ...AWAY_SCENES,
];

export const scenesOn = (device: Device): readonly Scene[] =>
  SCENES.filter(({ only }) => only === undefined || only === device);
