import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import { storableText } from '../../foundation/database/storable-text.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { mayComeFrom } from '../../platforms/kit/issuer.js';
import type { Attached, Authorization, Granted, PlatformKey } from '../../platforms/port/platform.js';
import { hashToken } from '../identity/access/session.js';
import type { AttachAccounts, ConnectionOwner } from './attach-accounts.use-case.js';
import { type Connection, connectionsByPlatformId } from './connection.repository.js';
import { type FindLogin, findLogin } from './find-login.js';
import { type LoginPhase, type LoginSecrets, readSecrets, writeSecrets } from './login.js';
import type { RedirectUri } from './login-address.js';
import { advanceLogin, findLoginAttempt } from './login-attempt.repository.js';
import { toPlatformId } from './platform-id.js';

/** The end of a login at a platform. */
export interface LoginEnd {
  isConfigured: boolean;
  denials: readonly string[];
  complete(came: Parameters<Authorization['complete']>[2]): Promise<Granted>;
}

/** A login that this browser and user may continue. */
export interface OpenLogin {
  id: string;
  platform: PlatformKey;
  owner: ConnectionOwner;
  phase: LoginPhase;
  secrets: LoginSecrets;
}

/** Parameters of the callback: a code, or an error (RFC 6749, section 4.1.2), and its issuer. */
export interface LoginCallback {
  /** The segment of the redirect URI that identifies the server of the login; null without one. */
  segment: string | null;
  /** The issuer in the response (RFC 9207). */
  iss: string | null;
  code: string | null;
  error: string | null;
  description: string | null;
}

/** One of the accounts to choose from. */
export interface Choice extends Pick<Attached, 'accountId' | 'username' | 'displayName'> {
  isConnected: boolean;
}

export interface CompleteLogin {
  /**
   * Finds a login by its state. `findOwner` returns the current user: by the link of the connection page where it was
   * started, or by the session.
   */
  open(
    came: { platform: PlatformKey; state: string; browser: string | null },
    findOwner: (begun: { link: string | null; userId: string }) => Promise<ConnectionOwner>,
  ): Promise<OpenLogin>;
  /** Exchanges the code and connects the account; null if there are several to choose from. */
  comeBack(login: OpenLogin, came: LoginCallback): Promise<Connection[] | null>;
  choices(login: OpenLogin): Promise<Choice[]>;
  /** Connects the chosen accounts, all or none. */
  choose(login: OpenLogin, accountIds: readonly string[]): Promise<Connection[]>;
}

/** The rest of a login, from the callback on. */
export function makeCompleteLogin(needs: {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
  cipher: CredentialCipher;
  attachAccounts: AttachAccounts;
  findLogin: FindLogin<LoginEnd>;
  redirectUri: RedirectUri;
}): CompleteLogin {
  const { db, transaction, clock, cipher } = needs;
  const over = { phase: 'over', secrets: null } as const;

  return {
    async open({ platform, state, browser }, findOwner) {
      const attempt = await findLoginAttempt(db, platform, hashToken(state));
      if (!attempt) throw new AppError('LOGIN_UNKNOWN');
      const { id, userId, phase } = attempt;
      if (browser === null || hashToken(browser) !== attempt.browserHash) throw new AppError('LOGIN_ELSEWHERE');
      if (attempt.expiresAt <= clock()) throw new AppError('LOGIN_EXPIRED');
      if (attempt.secrets === null) throw new AppError('LOGIN_USED');
      const secrets = readSecrets(cipher.decrypt(attempt.secrets, id));
      const owner = await findOwner({ link: secrets.link, userId });
      if (owner.userId !== userId) throw new AppError('LOGIN_OF_ANOTHER');
      return { id, platform, owner, phase, secrets };
    },

    async comeBack({ id, platform, owner, secrets }, { segment, iss, code, error, description }) {
      // A state can be used once, for any outcome.
      if (!(await advanceLogin(db, id, 'begun', over))) throw new AppError('LOGIN_USED');
      // Checked before the code is sent anywhere: another server's code must not reach the one of this login.
      const isOwn = secrets.redirectUri === needs.redirectUri(platform, segment) && mayComeFrom(secrets.issuer, iss);
      if (!isOwn) throw new AppError('LOGIN_ISSUER_MISMATCH', { platform });
      const login = findLogin(needs.findLogin, platform);
      if (error !== null && login.denials.includes(error)) throw new AppError('LOGIN_DENIED', { platform });
      if (code === null) {
        const reason = storableText((description ?? error ?? 'it returned no authorization code').slice(0, 300));
        throw new AppError('LOGIN_REFUSED', { platform, reason });
      }
      const granted = await login.complete({ ...secrets, code });
      if (granted.kind === 'failed') throw new AppError('CONNECTION_REFUSED', { reason: granted.failure.message });
      const { accounts } = granted;
      if (accounts.length === 0) throw new AppError('LOGIN_WITHOUT_ACCOUNT', { platform });
      if (accounts.length === 1) return transaction((tx) => needs.attachAccounts(tx, owner, platform, accounts));
      // They are stored here, not in the browser: they include the tokens of the accounts.
      const waiting = cipher.encrypt(writeSecrets({ ...secrets, accounts }), id);
      await advanceLogin(db, id, 'over', { phase: 'choosing', secrets: waiting });
      return null;
    },

    async choices({ platform, owner, secrets }) {
      const { accounts } = secrets;
      const ids = accounts.map(({ accountId }) => toPlatformId(platform, accountId));
      const connected = new Set(
        (await connectionsByPlatformId(db, owner.userId, ids)).map(({ platformId }) => platformId),
      );
      return accounts.map(({ accountId, username, displayName }, index) => ({
        accountId,
        username,
        displayName,
        isConnected: connected.has(ids[index] ?? ''),
      }));
    },

    async choose({ id, platform, owner, secrets }, accountIds) {
      const chosen = secrets.accounts.filter(({ accountId }) => accountIds.includes(accountId));
      if (chosen.length === 0) throw new AppError('LOGIN_CHOICE_EMPTY');
      return transaction(async (tx) => {
        if (!(await advanceLogin(tx, id, 'choosing', over))) throw new AppError('LOGIN_USED');
        return needs.attachAccounts(tx, owner, platform, chosen);
      });
    },
  };
}
