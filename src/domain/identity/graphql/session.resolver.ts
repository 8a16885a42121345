import { Arg, Int, Mutation, Query, Resolver } from 'type-graphql';
import {
  AFTER,
  byTime,
  type Connection,
  FIRST,
  newestFirst,
  pageOf,
} from '../../../foundation/graphql/connection.types.js';
import { COST } from '../../../foundation/graphql/cost.js';
import { parseId } from '../../../foundation/graphql/parse-id.js';
import type { Viewer } from '../access/viewer.js';
import type { EndOtherSessions } from '../end-other-sessions.use-case.js';
import type { EndSession } from '../end-session.use-case.js';
import type { ListSessions } from '../list-sessions.use-case.js';
import {
  EndOtherSessionsInput,
  EndOtherSessionsPayload,
  EndSessionInput,
  EndSessionPayload,
  SessionConnection,
  type SessionType,
} from './session.types.js';
import { PersonViewer } from './viewer.context.js';

const SESSIONS = byTime('sessions');

/** Where an account is signed in. */
@Resolver()
export class SessionResolver {
  constructor(
    private readonly needs: {
      listSessions: ListSessions;
      endSession: EndSession;
      endOtherSessions: EndOtherSessions;
    },
  ) {}

  @Query(() => SessionConnection, {
    description:
      'Your active sessions, most recently used first; at most 50: beyond that, the oldest ends. Dashboard sessions only: SESSION_REQUIRED.',
  })
  async sessions(
    @PersonViewer() viewer: Viewer,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<Connection<SessionType>> {
    const sessions = await this.needs.listSessions(viewer);
    return pageOf({ first, after }, sessions, {
      cursors: SESSIONS,
      positionOf: ({ lastUsedAt, id }) => ({ time: lastUsedAt, id }),
      compare: newestFirst,
    });
  }

  @Mutation(() => EndSessionPayload, {
    description:
      'Ends a session, effective from the next request. A later sign-in from its browser counts as one from a new browser. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED, SESSION_NOT_FOUND.',
    complexity: COST.password,
  })
  async endSession(
    @PersonViewer() viewer: Viewer,
    @Arg('input', () => EndSessionInput, { description: 'The session.' }) input: EndSessionInput,
  ): Promise<EndSessionPayload> {
    const endedSessionId = parseId('sessionId', input.sessionId);
    await this.needs.endSession(viewer, { id: endedSessionId, password: input.password });
    return { endedSessionId };
  }

  @Mutation(() => EndOtherSessionsPayload, {
    description:
      'Ends every session except the current one. Later sign-ins from other browsers count as ones from new browsers. Dashboard sessions only. Errors: SESSION_REQUIRED, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED.',
    complexity: COST.password,
  })
  async endOtherSessions(
    @PersonViewer() viewer: Viewer,
    @Arg('input', () => EndOtherSessionsInput, { description: 'Your password.' }) input: EndOtherSessionsInput,
  ): Promise<EndOtherSessionsPayload> {
    return { ended: await this.needs.endOtherSessions(viewer, input.password) };
  }
}
