import { createParameterDecorator } from 'type-graphql';
import type { BegunSession } from '../domain/identity/begin-session.use-case.js';
import type { Browser } from '../domain/identity/session.js';
import type { Viewer } from '../domain/identity/viewer.js';
import type { FollowAccount, FollowPostGroup } from '../domain/posts/follow-post-progress.use-case.js';
import type { Reader, Texts } from '../domain/posts/texts.js';
import type { FollowDeliveries } from '../domain/webhooks/follow-deliveries.use-case.js';
import { AppError } from '../foundation/errors/app-error.js';
import type { Loaders } from './loaders.js';

/** The browser that sent a request, and how to change its cookies. */
export interface BrowserSession extends Browser {
  begin: (session: BegunSession) => void;
  end: () => void;
}

/** The request data of an operation. */
export interface GraphqlContext {
  requestId: string;
  /** Authenticates on first use, so that introspection needs no key; the answer is kept for the operation. */
  viewer: () => Promise<Viewer>;
  /** Null where no cookie can be set: over a web socket, and for REST. */
  browser: BrowserSession | null;
  loaders: Loaders;
  texts: Texts;
  /** Its response as a JSON stream, if the transport supports that. */
  pieces: ((answer: unknown) => AsyncGenerator<string>) | null;
  /** Subscribe functions are in decorators, outside any resolver instance, so they get their use cases from here. */
  live: { followPostGroup: FollowPostGroup; followAccount: FollowAccount; followDeliveries: FollowDeliveries };
}

/** For operations that need cookies. */
export function requireBrowser({ browser }: GraphqlContext): BrowserSession {
  if (!browser) throw new AppError('COOKIES_UNAVAILABLE');
  return browser;
}

/** Creates the context of an operation from its request. */
export type MakeContext = (
  request: Pick<GraphqlContext, 'requestId' | 'viewer' | 'browser' | 'pieces'> & { reader: Reader },
) => GraphqlContext;

/** Keeps the result of the first call. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/**
 * The authenticated viewer as a resolver's argument. Use cases demand a viewer, and this is the only way to get one, so
 * no user's data can be resolved without the access checks.
 */
export const CurrentViewer = (): ParameterDecorator =>
  createParameterDecorator<GraphqlContext>(({ context }) => context.viewer()) as ParameterDecorator;
