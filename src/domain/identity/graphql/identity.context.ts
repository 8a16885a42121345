import type DataLoader from 'dataloader';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { loaderById } from '../../../foundation/graphql/loaders.js';
import { auditEventsById } from '../../audit/audit.repository.js';
import type { AuditEvent } from '../../audit/audit-event.js';
import { type ApiKey, activeApiKeysById } from '../access/api-key.repository.js';
import { type Application, applicationsById } from '../access/application.repository.js';
import { type Session, sessionsById } from '../access/session.repository.js';
import { type User, usersById } from '../account/user.repository.js';

export interface IdentityLoaders {
  user: DataLoader<string, User | null>;
  apiKey: DataLoader<string, ApiKey | null>;
  application: DataLoader<string, Application | null>;
  session: DataLoader<string, Session | null>;
  auditEvent: DataLoader<string, AuditEvent | null>;
}

/** What resolvers of users, keys and sessions find in the context of an operation. */
export interface IdentityContext {
  loaders: IdentityLoaders;
}

export const makeIdentityLoaders = (db: Db): IdentityLoaders => ({
  user: loaderById((ids) => usersById(db, ids)),
  apiKey: loaderById((ids) => activeApiKeysById(db, ids)),
  application: loaderById((ids) => applicationsById(db, ids)),
  session: loaderById((ids) => sessionsById(db, ids)),
  auditEvent: loaderById((ids) => auditEventsById(db, ids)),
});
