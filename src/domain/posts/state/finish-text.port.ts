import type { Db } from '../../../foundation/database/unit-of-work.js';
import type { Addition, AllowedAdditions } from './additions.js';

export interface TextTarget extends AllowedAdditions {
  userId: string;
  platform: string;
  /** Null: any account of the platform. */
  platformId: string | null;
  /** When the text is published. */
  at: Date;
}

export interface FinishedText {
  text: string;
  additions: readonly Addition[];
}

/** Finishes a text. Its own result stays as it is. A signature closes a post, not a comment. */
export type FinishText = (text: string, kind: 'post' | 'comment') => FinishedText;

/** How texts are finished for targets, in the order of these; null: as they are. One query. */
export type FinishTexts = (db: Db, targets: readonly TextTarget[]) => Promise<(FinishText | null)[]>;
