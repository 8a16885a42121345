import { createParameterDecorator } from 'type-graphql';
import type { Read } from '../../../foundation/database/unit-of-work.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import type { BegunSession } from '../access/begin-session.step.js';
import type { Permission } from '../access/permission.js';
import type { Browser } from '../access/session.js';
import { assertPermission, assertSession, type Viewer } from '../access/viewer.js';

/** The browser behind a request, and how to change its cookies. */
export interface BrowserSession extends Browser {
  /** Whether the page will send the session's cookie with its next requests. */
  keepsCookies: boolean;
  begin: (session: Omit<BegunSession, 'id'>) => void;
  /** The viewer of the operation is from now on who is signed in by this token. */
  become: (token: string) => void;
  end: () => void;
  /** Of an operator who is signed in as another account. */
  operatorToken: string | undefined;
  /** From now on, the browser acts as another account. */
  beginOperator: (token: string) => void;
  /** From now on, it is the operator's own again. */
  endOperator: () => void;
}

/** What resolvers know of who is calling. */
export interface ViewerContext {
  /**
   * Authenticates on first use: introspection needs no key. The result is kept for the operation, until it signs in.
   */
  viewer: () => Promise<Viewer>;
  /** Null where no cookie can be set: over a web socket, and for REST. */
  browser: BrowserSession | null;
  /** Reads lists and statistics of the viewer. What a decision depends on is read from the primary. */
  read: Read;
}

/** For what needs the browser behind a request. */
export function requireBrowser({ browser }: ViewerContext): BrowserSession {
  if (!browser) throw new AppError('COOKIES_UNAVAILABLE');
  return browser;
}

/**
 * The authenticated viewer as a resolver's argument. Use cases demand a viewer, and this is the only way to get one,
 * so that no user's data can be resolved without the access checks. `permission`: what the caller needs for it.
 */
export const CurrentViewer = (permission: Permission = 'READ'): ParameterDecorator =>
  createParameterDecorator<ViewerContext>(({ context }) => viewerWith(context, permission)) as ParameterDecorator;

/** The same for a resolver that has no such argument. */
export async function viewerWith(context: ViewerContext, permission: Permission): Promise<Viewer> {
  const viewer = await context.viewer();
  assertPermission(viewer, permission);
  return viewer;
}

/** The same for what every caller may read: who they are, and what they may do. */
export const AnyViewer = (): ParameterDecorator =>
  createParameterDecorator<ViewerContext>(({ context }) => context.viewer()) as ParameterDecorator;

/** The same for what only a session may use: SESSION_REQUIRED for an API key, and without any credentials. */
export const SessionViewer = (permission: Permission): ParameterDecorator =>
  createParameterDecorator<ViewerContext>(async ({ context }) => {
    const viewer = await sessionViewer(context);
    assertPermission(viewer, permission);
    return viewer;
  }) as ParameterDecorator;

/** The same for what is about the person who is signed in: every role may do it. */
export const PersonViewer = (): ParameterDecorator =>
  createParameterDecorator<ViewerContext>(({ context }) => sessionViewer(context)) as ParameterDecorator;

async function sessionViewer(context: ViewerContext): Promise<Viewer> {
  const viewer = await context.viewer().catch(requireSession);
  assertSession(viewer);
  return viewer;
}

function requireSession(error: unknown): never {
  throw error instanceof AppError && error.code === 'API_KEY_REQUIRED' ? new AppError('SESSION_REQUIRED') : error;
}
