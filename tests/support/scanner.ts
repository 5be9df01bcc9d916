import type { Page } from "playwright-core";

const GAP_S = 0.005;

/** Types as a scanner does: 5 ms a key by the keys' own times, however busy the machine is. */
export async function scan(page: Page, text: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const start = Date.now() / 1000;
  const keys = [...text, "Enter"];
  await Promise.all(
    keys.flatMap((key, index) => {
      const timestamp = start + index * GAP_S;
      const typed = key === "Enter" ? "\r" : key;
      return [
        client.send("Input.dispatchKeyEvent", { type: "keyDown", key, text: typed, timestamp }),
        client.send("Input.dispatchKeyEvent", { type: "keyUp", key, timestamp }),
      ];
    }),
  );
  await client.detach();
}
