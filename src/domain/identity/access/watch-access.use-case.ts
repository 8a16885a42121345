import type { Logger } from 'pino';
import { makeRetryingReader } from '../../../foundation/database/retrying-reader.js';
import { isTransient } from '../../../foundation/database/transient-error.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import type { AuthenticateFrom, Authentication } from './authenticate.use-case.js';
import type { GuardedAuthentication } from './limit-wrong-keys.use-case.js';
import { type AccessHeaders, assertPermission, type Viewer } from './viewer.js';

/** A way in, of those in `Authentication`. */
type AccessMethod = keyof Authentication;

/** An access that is in use for longer than a request takes. */
export interface WatchedAccess {
  viewer: Viewer;
  /** Ends the watch. */
  close(): void;
}

/** Ends what goes on for longer than a request, as web sockets do, when the access with which it began has ended. */
export interface AccessWatch {
  /**
   * Authenticates a caller, and watches its access from then on. `onEnd` is called once, with the reason, when the access
   * has ended: within two seconds of the change that ended it, and of the end of a session. It is not while Postgres is
   * away: then as soon as it is back. Rejects as `authenticate` does.
   */
  open(
    method: AccessMethod,
    headers: AccessHeaders,
    address: string,
    onEnd: (reason: AppError) => void,
  ): Promise<WatchedAccess>;
  stop(): void;
}

/** How often it checks whose time has come. */
const LOOK_EVERY_MS = 1_000;
/** The longest that an access stays unchecked: against changes of which no notice comes. */
const CHECKED_EVERY_MS = 10_000;
/** How many are checked together: by at most three queries. */
const AT_ONCE = 500;

interface Watched {
  method: AccessMethod;
  headers: AccessHeaders;
  onEnd: (reason: AppError) => void;
  viewer: Viewer;
  checkedAt: number;
}

export function makeAccessWatch(needs: {
  /** Of callers who come in. */
  authentication: GuardedAuthentication;
  /** The same checks, which count for no use of a key. */
  recheck: Authentication;
  /**
   * Notifies the listener of users whose access may have changed; null: any, because notifications may have been lost.
   */
  follow: (listener: (userId: string | null) => void) => () => void;
  clock: () => Date;
  log: Logger;
}): AccessWatch {
  const { authentication, recheck, clock, log } = needs;
  const watched = new Set<Watched>();
  const byUser = new Map<string, Set<Watched>>();
  const due = new Set<Watched>();
  /** Grows with each notice. */
  let notices = 0;

  const usersOf = ({ viewer: { userId, ownerId, session } }: Watched) =>
    new Set([
      userId,
      ownerId,
      ...(session ? [session.personId] : []),
      ...(session?.operator ? [session.operator.id] : []),
    ]);

  function add(access: Watched): void {
    watched.add(access);
    for (const userId of usersOf(access)) byUser.set(userId, (byUser.get(userId) ?? new Set()).add(access));
  }

  function remove(access: Watched): void {
    watched.delete(access);
    due.delete(access);
    for (const userId of usersOf(access)) {
      const others = byUser.get(userId);
      others?.delete(access);
      if (others?.size === 0) byUser.delete(userId);
    }
  }

  async function check(access: Watched): Promise<void> {
    const { method, headers, onEnd } = access;
    try {
      const viewer = await recheck[method](headers);
      assertPermission(viewer, 'READ');
      // Without a membership in it, the person would sign in to another account.
      if (viewer.userId !== access.viewer.userId) throw new AppError('MEMBERSHIP_ENDED');
      if (!watched.has(access)) return;
      remove(access);
      Object.assign(access, { viewer, checkedAt: clock().getTime() });
      add(access);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (!watched.has(access)) return;
      remove(access);
      onEnd(error);
    }
  }

  async function checkDue(): Promise<boolean> {
    const batch = [...due].slice(0, AT_ONCE);
    for (const access of batch) due.delete(access);
    const results = await Promise.allSettled(batch.map(check));
    const failed = results.flatMap((result, index) => (result.status === 'rejected' ? [{ ...result, index }] : []));
    if (failed.length === 0) return due.size > 0;
    for (const { index } of failed) {
      const access = batch[index];
      if (access && watched.has(access)) due.add(access);
    }
    throw failed[0]?.reason;
  }

  const reader = makeRetryingReader(
    async () => {
      try {
        return await checkDue();
      } catch (error) {
        if (isTransient(error)) throw error;
        log.error({ err: error }, 'The access of open web sockets could not be checked');
        return false;
      }
    },
    () => undefined,
  );

  const unfollow = needs.follow((userId) => {
    notices += 1;
    for (const access of userId === null ? watched : (byUser.get(userId) ?? [])) due.add(access);
    if (due.size > 0) reader.wake();
  });

  const timer = setInterval(() => {
    const now = clock().getTime();
    for (const access of watched) {
      const end = access.viewer.session?.expiresAt.getTime() ?? Number.POSITIVE_INFINITY;
      if (end <= now || access.checkedAt <= now - CHECKED_EVERY_MS) due.add(access);
    }
    if (due.size > 0) reader.wake();
  }, LOOK_EVERY_MS);

  return {
    async open(method, headers, address, onEnd) {
      const before = notices;
      const authenticate: AuthenticateFrom = authentication[method];
      const viewer = await authenticate(headers, address);
      const access: Watched = { method, headers, onEnd, viewer, checkedAt: clock().getTime() };
      add(access);
      // A notice may have come after the access was read, and before anybody listened for it.
      if (notices !== before) {
        due.add(access);
        reader.wake();
      }
      return {
        get viewer() {
          return access.viewer;
        },
        close: () => remove(access),
      };
    },
    stop() {
      clearInterval(timer);
      unfollow();
      reader.stop();
    },
  };
}
