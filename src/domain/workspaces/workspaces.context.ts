import DataLoader from 'dataloader';
import type { ConnectionPage } from './connection-page.js';
import type { FindConnectionPages } from './find-connection-pages.use-case.js';

export interface WorkspaceLoaders {
  connectionPageOfUser: DataLoader<string, ConnectionPage | null>;
}

/** What the resolvers of workspaces find in the context of an operation. */
export interface WorkspacesContext {
  loaders: WorkspaceLoaders;
}

export const makeWorkspaceLoaders = (findConnectionPages: FindConnectionPages): WorkspaceLoaders => ({
  connectionPageOfUser: new DataLoader((userIds) => findConnectionPages(userIds)),
});
