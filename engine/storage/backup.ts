import type { Store } from "./store";

export function backUp(_store: Store, _file: string): Promise<void> {
  return Promise.reject(new Error("not written yet"));
}

export function restoreBackup(_file: string, _path: string): Promise<void> {
  return Promise.reject(new Error("not written yet"));
}
