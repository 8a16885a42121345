import { Arg, FieldResolver, Int, Resolver } from 'type-graphql';
import type { Db } from '../../foundation/database/unit-of-work.js';
import {
  AFTER,
  type Connection,
  FIRST,
  type PageArguments,
  readPage,
} from '../../foundation/graphql/connection.types.js';
import type { Viewer } from '../identity/viewer.js';
import { ViewerType } from '../identity/viewer.types.js';
import { CurrentViewer } from '../identity/viewer-context.js';
import { connectionPage, countConnections } from './connection.repository.js';
import { ConnectedAccountConnection, type ConnectedAccountType, toConnectedAccountType } from './connection.types.js';

interface Needs {
  db: Db;
  clock: () => Date;
}

@Resolver(() => ViewerType)
export class ViewerConnectionsResolver {
  constructor(private readonly needs: Needs) {}

  @FieldResolver(() => ConnectedAccountConnection, {
    description: 'Connected accounts, oldest first: the targets of posts.',
  })
  connectedAccounts(
    @CurrentViewer() viewer: Viewer,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<Connection<ConnectedAccountType>> {
    return accountsOf(this.needs, viewer, { first, after });
  }
}

/** A page of the viewer's accounts. */
export const accountsOf = (
  { db, clock }: Needs,
  { userId }: Viewer,
  request: PageArguments,
): Promise<Connection<ConnectedAccountType>> =>
  readPage<ConnectedAccountType>(request, {
    read: async (page) => {
      const now = clock();
      return (await connectionPage(db, userId, page)).map((one) => toConnectedAccountType(one, now));
    },
    count: () => countConnections(db, userId),
    timeOf: ({ createdAt }) => createdAt,
  });
