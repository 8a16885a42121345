import type { Db } from '../../foundation/database/unit-of-work.js';

/** Has the posts of due occurrences created soon after the transaction is committed. */
export type CreateSoon = (db: Db) => Promise<void>;
