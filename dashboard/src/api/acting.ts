/** The account that a window acts for. Kept per window; a new window begins with the last choice in this browser. */
export interface Acting {
  userId: string;
  /** As it was named when it was chosen. */
  name: string;
  /** E-mail address of the person who chose it. */
  email: string;
  /** The account whose client it is; null for an account that the person is a member of. */
  manager: { userId: string; name: string } | null;
}

/** The header, also of the web socket, that names the account. */
export const ACTING_HEADER = 'x-service-user-id';

const SLOT = 'acting-for';
/** Of a window that acts in the person's own account, independent of later windows. */
const OWN = 'null';

/** What this window acts for; null: the person's own account. */
export function readActing(): Acting | null {
  const stored = get('sessionStorage') ?? get('localStorage') ?? OWN;
  // Another window may choose another account before this one is reloaded.
  put('sessionStorage', stored);
  try {
    const acting: unknown = JSON.parse(stored);
    return isActing(acting) ? acting : null;
  } catch {
    return null;
  }
}

/** `inNewWindows`: whether windows that are opened later begin with it. */
export function writeActing(acting: Acting | null, { inNewWindows = true } = {}): void {
  const stored = JSON.stringify(acting);
  put('sessionStorage', stored);
  if (inNewWindows) put('localStorage', stored);
}

/** For a window that must not keep its choice because another one has signed out. */
export const forgetActing = (): void => put('sessionStorage', OWN);

type Storage = 'sessionStorage' | 'localStorage';

/** A browser may refuse access to its storage. */
function get(storage: Storage): string | null {
  try {
    return globalThis[storage].getItem(SLOT);
  } catch {
    return null;
  }
}

function put(storage: Storage, value: string): void {
  try {
    globalThis[storage].setItem(SLOT, value);
  } catch {
    // The choice lasts until the window is reloaded.
  }
}

function isActing(value: unknown): value is Acting {
  const { userId, name, email, manager } = (value ?? {}) as Partial<Acting>;
  const isNamed = [userId, name, email].every((text) => typeof text === 'string');
  return isNamed && (manager === null || (typeof manager?.userId === 'string' && typeof manager.name === 'string'));
}
