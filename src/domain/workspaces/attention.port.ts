import type { ManagedUserFilter } from '../identity/account/user.repository.js';
import type { ManagedUser } from './managed-user.js';

/** A position in the list of managed users that begins with those that need attention most. */
export interface AttentionPosition {
  /** How many things need a person. */
  problems: number;
  /** When the user was created. */
  time: Date;
  id: string;
}

/** A page of managed users: most problems first, then oldest first. */
export type ManagedUsersByAttention = (
  filter: ManagedUserFilter,
  page: { after: AttentionPosition | null; limit: number },
) => Promise<(ManagedUser & { problems: number })[]>;
