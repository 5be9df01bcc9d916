import type { Clock, Upgrades } from "./commit/database";
import type { PushRequest } from "./functions/loading/loader";
import type { Logger } from "./logs";
import type { WatchdogOptions } from "./watchdog/watchdog";

/** How `openDeployment` opens a data folder. */
export interface DeploymentOptions {
  /**
   * Folder of all data: store/, files/, instance.json, and modules/, which every start rewrites.
   */
  readonly dataDir: string;
  /** Push request written by `bundleFunctions`, or the path of its file. */
  readonly pushRequest: string | PushRequest;
  /** Origins at which clients reach the API and the HTTP actions. */
  readonly cloudUrl: string;
  readonly siteUrl: string;
  /** Functions that upgrade documents of earlier versions of the project. */
  readonly upgrades?: Upgrades;
  /** Environment variables to set before the functions are loaded. */
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * Hides the messages of bugs from clients, as production deployments of Convex do: clients get
   * only an id.
   */
  readonly redactErrors?: boolean;
  readonly clock?: Clock;
  readonly log?: Logger;
  /**
   * Kills the process when a function occupies its thread for too long. Undefined: such a function
   * blocks the server forever.
   */
  readonly watchdog?: WatchdogOptions;
  /** Called when the disk has failed and the process must exit. Default: an uncaught exception. */
  readonly onFatal?: (error: Error) => void;
  /** Returns the free bytes of the disk that holds `path`. Default: asks the file system. */
  readonly freeBytes?: (path: string) => number;
}
