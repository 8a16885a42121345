import type { Db } from '../../../foundation/database/unit-of-work.js';
import type { PostGroup } from './post-group.js';

/** A group was created as a copy of another one, in this transaction. */
export type AfterDuplication = (
  db: Db,
  of: { source: Pick<PostGroup, 'id'>; copy: Pick<PostGroup, 'id'> },
) => Promise<void>;
