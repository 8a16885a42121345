import { parseCookie } from 'cookie';
import { AppError } from '../../../foundation/errors/app-error.js';
import type { PlanOwner } from '../../plans/plans.js';
import type { Role } from '../people/role.js';
import { DEVICE_COOKIE } from './device.js';
import type { Permission } from './permission.js';
import type { ApiKeyScope } from './scope.js';

/** Who is calling, and for whom. Every use case takes one: a viewer sees only their own. */
export interface Viewer extends PlanOwner {
  /** The user whose posts and connections are meant: the caller, or the managed user of `x-service-user-id`. */
  userId: string;
  /** The account that carries the plan: the caller's own, or that of the workspace owner who manages the caller. */
  ownerId: string;
  /** That of the account that carries the plan, when the viewer was read. */
  additionsRevision: number;
  /** The API key that was used; null for a dashboard session and a connected application. */
  keyId: string | null;
  /** The connected application that was used; null for a dashboard session and an API key. */
  applicationId: string | null;
  /**
   * The dashboard session that was used: the person who is signed in by it, for whomever it acts, with the role there, and
   * when it ends by itself. Null for a program. `operator`: it is an operator who is signed in as this account.
   */
  session: {
    id: string;
    personId: string;
    email: string;
    role: Role;
    /** The account requires two-factor authentication, and the person has none: nothing is permitted. */
    mustSetUpSecondFactor: boolean;
    expiresAt: Date;
    operator: { id: string; email: string; mayWrite: boolean } | null;
  } | null;
  /** What the caller may do: by the role of the person, or by the scopes of the API key or the application. */
  permissions: readonly Permission[];
  /** The scopes of the API key or the application; empty for a session. */
  scopes: readonly ApiKeyScope[];
  /** May act for managed users: the account may, and so may the key. */
  workspaceAccess: boolean;
  /** Whether the account may schedule posts: its e-mail address is confirmed, or there is no mail server to do it with. */
  mayPublish: boolean;
}

/** Cookie of a dashboard session. */
export const SESSION_COOKIE = 'service_session';

/** Cookie of an operator who is signed in as another account, beside that of the own session. */
export const OPERATOR_COOKIE = 'service_operator_session';

/** What a request says about its caller: three headers, also inside connectionParams, and the cookies. */
export interface AccessHeaders {
  apiKey: string | undefined;
  serviceUserId: string | undefined;
  serviceClient: string | undefined;
  sessionToken: string | undefined;
  /** An operator acts as another account: the session of `sessionToken` alone opens nothing then. */
  operatorToken: string | undefined;
  /**
   * The browser is or was signed in: it sends the session's cookie, or that of a known browser, which outlives every
   * session.
   */
  wasSignedIn: boolean;
}

const bearerToken = (authorization = ''): string | undefined => /^bearer +(\S+) *$/i.exec(authorization)?.[1];

/**
 * Reads the access headers (docs/contract/authentication.md) from HTTP headers or graphql-ws connectionParams. With
 * `bearer`, an API key can also be the bearer token of `Authorization`; `x-api-key` takes precedence.
 */
export function accessHeaders(source: Record<string, unknown>, { bearer = false } = {}): AccessHeaders {
  const lower = new Map(Object.entries(source).map(([name, value]) => [name.toLowerCase(), value]));
  const read = (name: string) => {
    const value = lower.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const cookies = parseCookie(read('cookie') ?? '');
  return {
    apiKey: read('x-api-key') ?? (bearer ? bearerToken(read('authorization')) : undefined),
    serviceUserId: read('x-service-user-id'),
    serviceClient: read('x-service-client'),
    sessionToken: cookies[SESSION_COOKIE],
    operatorToken: cookies[OPERATOR_COOKIE],
    wasSignedIn: SESSION_COOKIE in cookies || DEVICE_COOKIE in cookies,
  };
}

/** The access of a browser that was signed in just now. */
export const accessBySession = (sessionToken: string): AccessHeaders => ({
  apiKey: undefined,
  serviceUserId: undefined,
  serviceClient: undefined,
  sessionToken,
  operatorToken: undefined,
  wasSignedIn: true,
});

/** For what makes posts go out. Drafts need no confirmed address. */
export function assertMayPublish(viewer: Viewer): void {
  assertPermission(viewer, 'PUBLISH');
  if (!viewer.mayPublish) throw new AppError('EMAIL_NOT_CONFIRMED');
}

/** Whether it calls with an API key, or as a connected application. */
export const isProgram = ({ keyId, applicationId }: Pick<Viewer, 'keyId' | 'applicationId'>): boolean =>
  keyId !== null || applicationId !== null;

/** For what only the dashboard may do [dashboard/refuses-api-keys]. */
export function assertSession(viewer: Viewer): void {
  if (isProgram(viewer)) throw new AppError('SESSION_REQUIRED');
}

/** The viewer in the account that carries the plan, for whomever it acts. */
export const asAccount = (viewer: Viewer): Viewer => ({ ...viewer, userId: viewer.ownerId });

/** The session of a viewer, for what is about the person who is signed in: `x-service-user-id` does not count there. */
export function sessionOf({ session }: Viewer): NonNullable<Viewer['session']> {
  if (!session) throw new AppError('SESSION_REQUIRED');
  return session;
}

export const mayDo = ({ permissions }: Viewer, permission: Permission): boolean => permissions.includes(permission);

/** Codes of requests for an account that the caller may not act for. */
export const NOT_THEIRS: ReadonlySet<string> = new Set([
  'USER_NOT_MANAGED',
  'WORKSPACE_ACCESS_DISABLED',
  'MEMBERSHIP_ENDED',
]);

/** Errors: API_KEY_SCOPE_REQUIRED for a program, PERMISSION_REQUIRED and TWO_FACTOR_SETUP_REQUIRED for a person. */
export function assertPermission(viewer: Viewer, permission: Permission): void {
  if (mayDo(viewer, permission)) return;
  const { session, scopes } = viewer;
  if (!session) throw new AppError('API_KEY_SCOPE_REQUIRED', { scope: permission, scopes: [...scopes] });
  if (session.mustSetUpSecondFactor) throw new AppError('TWO_FACTOR_SETUP_REQUIRED');
  throw new AppError('PERMISSION_REQUIRED', { permission, role: session.role });
}

/** For what changes a group: drafts are for contributors, too. */
export const assertMayChange = (viewer: Viewer, { isDraft }: { isDraft: boolean }): void =>
  assertPermission(viewer, isDraft ? 'DRAFT' : 'PUBLISH');
