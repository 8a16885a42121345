import type { Db } from '../../foundation/database/unit-of-work.js';
import type { AllowedAdditions } from '../posts/state/additions.js';
import type { PlatformSettings } from '../posts/state/platform-settings.js';
import type { LinkScope } from './addition.repository.js';

/** A text that is to be published on an account. */
export interface SavedText extends AllowedAdditions {
  /** What it belongs to. */
  kind: 'post' | 'recurrence' | 'feed';
  id: string;
  platform: string;
  platformId: string;
  text: string;
  settings: PlatformSettings;
  /** When it is published. */
  at: Date;
}

/** Whose texts are meant, and of which accounts. */
export interface TextsInScope {
  userId: string;
  scope: LinkScope;
}

/** Texts that are published later, with what is added to them then, in pages. */
export type SavedTexts = (db: Db, of: TextsInScope) => AsyncIterable<readonly SavedText[]>;
