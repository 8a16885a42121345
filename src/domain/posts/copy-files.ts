import type { Db } from '../../foundation/database/unit-of-work.js';
import type { MediaFacts, MediaOwner } from './media-of-group.js';

/** Copies of a group's files that belong to no group yet. */
export interface CopiedFiles {
  media: MediaFacts[];
  /** Gives them to a group, in their order. */
  attach(db: Db, group: MediaOwner, now: Date): Promise<void>;
  /** Removes them again. */
  discard(): Promise<void>;
}

/**
 * Copies the files of a group, with their alternative texts and in their order; files that were not uploaded, or cannot
 * be published, are left out. STORAGE_LIMIT_REACHED; MEDIA_NOT_FOUND when a file is not in storage any more.
 */
export type CopyFiles = (source: MediaOwner) => Promise<CopiedFiles>;
