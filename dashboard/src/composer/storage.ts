/** Values in this browser's storage, which may refuse access or have no room. */

/** Null if there is none, or none that can be read. */
export function read(slot: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(slot) ?? 'null');
  } catch {
    return null;
  }
}

/** Whether there was room for it. */
export function write(slot: string, value: unknown): boolean {
  try {
    localStorage.setItem(slot, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
