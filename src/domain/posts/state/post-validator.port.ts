import type { MediaFacts } from './media-facts.js';
import type { OverrideOnPlatform } from './overrides.js';
import type { PlatformSettings } from './platform-settings.js';

/** A post as it is to be published. */
export interface PostToSchedule {
  content: string;
  /** Keys of the platforms that get the content; one that is given twice counts once. */
  platforms: readonly string[];
  /** The texts of targets that have their own. */
  overrides?: readonly OverrideOnPlatform[];
  settings: PlatformSettings;
  media: readonly MediaFacts[];
}

/** Keeps posts from being scheduled that a platform would refuse. */
export interface PostValidator {
  /** Throws VALIDATION_FAILED, with all that is wrong, when something is an error. */
  assertValid(post: PostToSchedule): Promise<void>;
}
