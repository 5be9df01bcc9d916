import { expect, test } from "vitest";
import { deviceName } from "#domain/samples/deviceName";

test.each([
  ["Samsung", "Galaxy A54", "Samsung Galaxy A54"],
  ["Fairphone", "Fairphone 5", "Fairphone 5"],
  ["fairphone", "FAIRPHONE 5", "FAIRPHONE 5"],
  ["One", "OnePlus 12", "One OnePlus 12"],
  ["Nokia", "Nokia", "Nokia"],
  ["", "Galaxy A54", "Galaxy A54"],
  ["Samsung", "", "Samsung"],
])("the brand %s and the model %s read %s", (brand, model, name) => {
  expect(deviceName({ brand, model })).toBe(name);
});
