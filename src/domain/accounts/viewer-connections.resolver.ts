import { Arg, FieldResolver, Int, Resolver } from 'type-graphql';
import { storableText } from '../../foundation/database/storable-text.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import {
  AFTER,
  byTime,
  type Connection,
  FIRST,
  type PageArguments,
  readPage,
} from '../../foundation/graphql/connection.types.js';
import { NullOnlyWithError } from '../../foundation/graphql/directives.js';
import type { Viewer } from '../identity/access/viewer.js';
import { CurrentViewer } from '../identity/graphql/viewer.context.js';
import { ViewerType } from '../identity/graphql/viewer.types.js';
import { connectionPage, countConnections } from './connection.repository.js';
import {
  ConnectedAccountConnection,
  ConnectedAccountFilterInput,
  type ConnectedAccountType,
  toConnectedAccountType,
  WHICH_ACCOUNTS,
} from './connection.types.js';
import { parsePlatformIds } from './parse-platform-ids.js';

const CONNECTED_ACCOUNTS = byTime('connectedAccounts');
/** Characters of a search. */
const MAX_SEARCH = 200;

interface Needs {
  db: Db;
  clock: () => Date;
}

@Resolver(() => ViewerType)
export class ViewerConnectionsResolver {
  constructor(private readonly needs: Needs) {}

  @NullOnlyWithError()
  @FieldResolver(() => ConnectedAccountConnection, {
    nullable: true,
    description: 'Connected accounts, oldest first: the targets of posts; null only with an error: PAGE_INVALID.',
  })
  connectedAccounts(
    @CurrentViewer() viewer: Viewer,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
    @Arg('filter', () => ConnectedAccountFilterInput, WHICH_ACCOUNTS) filter?: ConnectedAccountFilterInput | null,
  ): Promise<Connection<ConnectedAccountType>> {
    return accountsOf(this.needs, viewer, { first, after }, filter ?? {});
  }
}

/** A page of the viewer's accounts. */
export function accountsOf(
  { db, clock }: Needs,
  { userId }: Viewer,
  request: PageArguments,
  { platforms, tokenStatuses, platformIds, text }: ConnectedAccountFilterInput,
): Promise<Connection<ConnectedAccountType>> {
  const now = clock();
  const filter = {
    platforms: unique(platforms),
    tokenStatuses: unique(tokenStatuses),
    platformIds: platformIds ? parsePlatformIds(platformIds) : null,
    text: parseText(text),
  };
  return readPage(request, {
    read: async (page) =>
      (await connectionPage(db, { userId, filter, now }, page)).map((one) => toConnectedAccountType(one, now)),
    count: () => countConnections(db, { userId, filter, now }),
    cursors: CONNECTED_ACCOUNTS,
    positionOf: ({ createdAt, id }) => ({ time: createdAt, id }),
  });
}

const unique = <T>(values: readonly T[] | null | undefined): T[] | null => (values ? [...new Set(values)] : null);

function parseText(text: string | null | undefined): string | null {
  if (!text?.trim()) return null;
  if ([...text].length > MAX_SEARCH) {
    throw new AppError('FILTER_INVALID', { reason: `text has at most ${MAX_SEARCH} characters` });
  }
  return storableText(text.trim());
}
