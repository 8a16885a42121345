import type { Db } from '../../foundation/database/unit-of-work.js';
import type { CheckedFile } from '../../platforms/port/finding.js';
import type { FileFormat } from '../../platforms/port/rules.js';
import type { PostGroup } from './post-group.js';

/** A file of a post, as far as it is known. */
export interface MediaFacts {
  type: 'image' | 'video';
  /** Why it cannot be published, whatever the platform. */
  problem: string | null;
  metadata: {
    /** `unknown`: not yet inspected. */
    format: string;
    /** Bytes. */
    size: number | null;
    width: number | null;
    height: number | null;
    /** Frames per second. */
    frameRate: number | null;
    /** Seconds. */
    duration: number | null;
  };
  /** Alternative text. */
  altText?: string | null;
}

/** A file as it is compared with a platform's rules. */
export const checkedFile = ({ type: kind, problem, metadata, altText = null }: MediaFacts): CheckedFile => {
  const { format, size: bytes, width, height, duration: seconds, frameRate } = metadata;
  return { kind, problem, format: format as FileFormat, bytes, width, height, seconds, frameRate, altText };
};

/** Whose files: what others attached to a group is not its own. */
export type MediaOwner = Pick<PostGroup, 'id' | 'userId'>;

/** The files of a group. Every call is part of the caller's transaction. */
export interface MediaOfGroup {
  /** In the order in which they were added. */
  list(db: Db, group: MediaOwner): Promise<MediaFacts[]>;
  /** Texts of files by their place; what is not said of a file stays as it is. */
  setAltTexts(db: Db, group: MediaOwner, altTexts: readonly string[]): Promise<void>;
  /** Removes the files; the answer removes them from storage too, and is called once the transaction is committed. */
  remove(db: Db, group: MediaOwner, now: Date): Promise<() => Promise<void>>;
}
