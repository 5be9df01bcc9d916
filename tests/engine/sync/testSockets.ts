import type { Authenticator } from "../../../engine/auth/authenticator";
import type { Database } from "../../../engine/commit/database";
import { LiveQueries } from "../../../engine/sync/liveQueries";
import { Session, type Connection, type SessionServices } from "../../../engine/sync/session";
import { SOCKET_LIMITS, type SocketLimits } from "../../../engine/sync/socketLimits";
import { ownerOf } from "../../../engine/sync/socketOwner";
import { SocketUsage } from "../../../engine/sync/socketUsage";
import { SystemQueries } from "../../../engine/sync/systemQueries";
import { TransitionQueue } from "../../../engine/sync/transitionQueue";
import { person, type TestDeployment } from "../support/testDeployment";
import { add, type ServerMessage } from "./rawSocket";

/** Sessions on a real deployment, without a network; a user's token is their name. */
export class TestSockets {
  readonly usage = new SocketUsage();
  readonly transitions: TransitionQueue;
  readonly live: LiveQueries;
  readonly #services: SessionServices;

  constructor(
    app: TestDeployment,
    options: {
      limits?: Partial<SocketLimits>;
      transitions?: TransitionQueue;
      database?: Database;
    } = {},
  ) {
    const { functions } = app.deployment;
    const { limits, database = app.deployment.database } = options;
    this.transitions = options.transitions ?? new TransitionQueue();
    const clock = { now: () => Date.now() };
    const system = new SystemQueries(database, functions, { cloudUrl: "", siteUrl: "" });
    this.live = new LiveQueries(database, functions, system, clock);
    const user = (token: string) => ({ caller: person(token), expiresAtMs: null });
    const owning = { limits: { ...SOCKET_LIMITS, ...limits }, ownIssuer: "" };
    this.#services = {
      database,
      functions,
      liveQueries: this.live,
      authenticator: { user } as unknown as Authenticator,
      transitions: this.transitions,
      usage: this.usage,
      ownerOf: (caller, ip) => ownerOf(caller, ip, owning),
      clock,
      onError: (error) => {
        throw error;
      },
    };
  }

  /** Opens a socket and connects, as `user` when given. */
  open({ user, ip = "192.0.2.1" }: { user?: string; ip?: string } = {}): TestSocket {
    const socket = new TestSocket(this.#services, ip);
    socket.receive({ type: "Connect", sessionId: "session", connectionCount: 0 });
    if (user !== undefined) socket.authenticate(user);
    return socket;
  }
}

/** One session as its client sees it. */
export class TestSocket implements Connection {
  readonly userAgent = null;
  readonly messages: ServerMessage[] = [];
  closed: { code: number; reason: string } | null = null;
  readonly #session: Session;
  #version = 0;
  #identity = 0;

  constructor(
    services: SessionServices,
    readonly ip: string,
  ) {
    this.#session = new Session(services, this);
  }

  receive(message: object): void {
    this.#session.receive(Buffer.from(JSON.stringify(message)));
  }

  authenticate(user: string): void {
    const baseVersion = this.#identity++;
    this.receive({ type: "Authenticate", baseVersion, tokenType: "User", value: user });
  }

  /** Subscribes to each of the queries, numbered from `firstId`. */
  subscribe(calls: readonly (readonly [path: string, args: object])[], firstId = 0): void {
    this.modify(calls.map(([path, args], i) => add(firstId + i, path, args)));
  }

  modify(modifications: readonly object[]): void {
    const baseVersion = this.#version++;
    const newVersion = this.#version;
    this.receive({ type: "ModifyQuerySet", baseVersion, newVersion, modifications });
  }

  /** Closes the connection from the client's side. */
  hangUp(): void {
    this.#session.onSocketClosed();
  }

  /** The modifications of all Transitions so far. */
  get told() {
    return this.messages.flatMap(({ modifications = [] }) => modifications);
  }

  send(frame: string): void {
    this.messages.push(JSON.parse(frame) as ServerMessage);
  }

  close(code: number, reason: string): void {
    this.closed = { code, reason };
  }

  drained = () => null;
  pause(): void {}
  resume(): void {}
}
