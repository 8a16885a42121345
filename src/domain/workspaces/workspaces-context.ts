import DataLoader from 'dataloader';
import type { ConnectionPage, FindConnectionPages } from './connection-page.use-case.js';

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
