import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Viewer } from '../identity/access/viewer.js';
import { managedUserIds } from '../identity/account/user.repository.js';
import { filterOf } from '../workspaces/managed-user-filter.js';
import { type Overview, totalOf } from './client-overview.repository.js';

interface Needs {
  db: Db;
  clock: () => Date;
}

export interface ClientsSummary {
  clients: number;
  clientsWithProblems: number;
  /** The sums over all clients. */
  overview: Overview;
}

export type SummarizeClients = (viewer: Viewer) => Promise<ClientsSummary>;

/** What is counted of all clients of the viewer together. WORKSPACE_ACCESS_DISABLED. */
export const makeSummarizeClients =
  ({ db, clock }: Needs): SummarizeClients =>
  async (viewer) => {
    const ids = await managedUserIds(db, filterOf(viewer, null));
    const { clientsWithProblems, ...overview } = await totalOf(db, ids, clock());
    return { clients: ids.length, clientsWithProblems, overview };
  };
