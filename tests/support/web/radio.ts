import type { BrowserContext, WebSocketRoute } from "playwright-core";

/** A phone's radio: when it is off, sockets die and new connections fail. */
export class Radio {
  readonly #context: BrowserContext;
  readonly #sockets = new Set<WebSocketRoute>();
  #isOn = true;

  private constructor(context: BrowserContext) {
    this.#context = context;
  }

  static async of(context: BrowserContext): Promise<Radio> {
    const radio = new Radio(context);
    // Chromium's offline mode keeps open sockets alive; a radio does not.
    await context.routeWebSocket(/.*/, (socket) => {
      if (!radio.#isOn) return void socket.close();
      socket.connectToServer();
      radio.#sockets.add(socket);
    });
    return radio;
  }

  async off(): Promise<void> {
    this.#isOn = false;
    await this.#context.setOffline(true);
    for (const socket of this.#sockets) await socket.close();
    this.#sockets.clear();
  }

  async on(): Promise<void> {
    this.#isOn = true;
    await this.#context.setOffline(false);
  }
}
