import type { Db } from '../../../foundation/database/unit-of-work.js';
import type { PlatformPost } from './platform-post.js';

/** Posts, or first comments, have failed permanently, in this transaction. */
export type AfterFailure = (db: Db, failed: readonly PlatformPost[], now: Date) => Promise<void>;
