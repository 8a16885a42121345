import type { Db } from '../../../foundation/database/unit-of-work.js';
import type { AllowedAdditions } from './additions.js';
import type { MediaFacts } from './media-facts.js';
import type { OverrideOnPlatform, OwnTexts } from './overrides.js';
import type { PlatformSettings } from './platform-settings.js';
import type { Target } from './targets.js';

/** The texts of a post as its owner writes them. */
export interface TextsToFinish {
  userId: string;
  targets: readonly Pick<Target, 'platform' | 'platformId'>[];
  ownTexts: OwnTexts;
  /** What may be added to them. */
  allowed: AllowedAdditions;
  /** Null: now. */
  scheduledTime: Date | null;
}

/** A post as it is to be published. */
export interface PostToSchedule extends TextsToFinish {
  content: string;
  settings: PlatformSettings;
  media: readonly MediaFacts[];
}

/** The texts of a post by platform. */
export interface TextsOnPlatforms {
  /** Keys of the platforms that get the content; one that is given twice counts once. */
  platforms: string[];
  /** The texts of targets that have their own. */
  overrides: OverrideOnPlatform[];
}

/** Keeps posts from being scheduled that a platform would refuse. */
export interface PostValidator {
  /** Throws VALIDATION_FAILED, with all that is wrong, when something is an error. */
  assertValid(db: Db, post: PostToSchedule): Promise<void>;
}
