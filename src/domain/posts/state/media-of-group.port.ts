import type { Db } from '../../../foundation/database/unit-of-work.js';
import type { Viewer } from '../../identity/access/viewer.js';
import type { FramingsOfFiles } from './framings.js';
import type { GivenFile } from './given-files.js';
import type { MediaFacts } from './media-facts.js';
import type { PostGroup } from './post-group.js';
import type { Target } from './targets.js';

/** Whose files: what others attached to a group is not its own. */
export type MediaOwner = Pick<PostGroup, 'id' | 'userId'>;

/** Alternative texts by the position of their file, or by its id; an empty one is none. What is not said stays as it is. */
export type AltTexts = readonly string[] | readonly { mediaId: string; text: string }[];

/**
 * Looks for the uploads of a group, inspects what has arrived, and returns its files in their order. With `given`, these
 * are the files that it is to have (MEDIA_NOT_FOUND, MEDIA_IN_USE); the id of a group that is not stored yet is empty.
 * Not in a transaction.
 */
export type InspectFiles = (group: MediaOwner, given?: readonly GivenFile[]) => Promise<MediaFacts[]>;

/** A group that is given files. */
export interface GroupForFiles {
  viewer: Viewer;
  group: MediaOwner;
  targets: readonly Pick<Target, 'platform'>[];
}

/** The files of a group. Every call is part of the caller's transaction. */
export interface MediaOfGroup {
  /** In their order. */
  list(db: Db, group: MediaOwner): Promise<MediaFacts[]>;
  /** MEDIA_NOT_FOUND for the id of a file that the group does not have. */
  setAltTexts(db: Db, group: MediaOwner, altTexts: AltTexts): Promise<void>;
  /** MEDIA_NOT_FOUND, and FRAMING_INVALID for a file that is known not to be a still image. */
  setFramings(db: Db, group: MediaOwner, framings: FramingsOfFiles): Promise<void>;
  /**
   * Gives a group these files, in this order, and removes all others. Files from the web are fetched once the transaction
   * is committed. Requires the lock of the account that carries the plan. MEDIA_NOT_FOUND, MEDIA_IN_USE,
   * FRAMING_INVALID, PLATFORM_NOT_AVAILABLE, STORAGE_LIMIT_REACHED. The returned function removes the others from storage too; call it once
   * the transaction is committed.
   */
  arrange(db: Db, to: GroupForFiles, files: readonly GivenFile[], now: Date): Promise<() => Promise<void>>;
  /** Removes all files of groups of one user; returns the same as `arrange`. */
  remove(db: Db, groups: { userId: string; ids: readonly string[] }, now: Date): Promise<() => Promise<void>>;
}

/** Copies of a group's files that belong to no group yet. */
export interface CopiedFiles {
  /** The copies, and what is missing: a copy of the group is not scheduled without it. */
  media: MediaFacts[];
  /** Gives them to a group, in their order. */
  attach(db: Db, group: MediaOwner, now: Date): Promise<void>;
  /** Removes them again. */
  discard(): Promise<void>;
}

/**
 * Copies the files of a group, with their alternative texts and framings and in their order; files that have not arrived, or cannot
 * be published, are left out. STORAGE_LIMIT_REACHED; MEDIA_NOT_FOUND when a file is not in storage any more.
 */
export type CopyFiles = (source: MediaOwner) => Promise<CopiedFiles>;
