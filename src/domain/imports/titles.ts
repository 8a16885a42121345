/** Titles of posts, on the platforms that have one. */
import { DEFAULT_SETTINGS } from '../posts/state/platform-settings.js';

/** The platforms whose posts have a title besides the text. */
export const TITLED: readonly string[] = Object.entries(DEFAULT_SETTINGS).flatMap(([platform, settings]) =>
  'title' in settings ? [platform] : [],
);

/** The settings of a post with this title; null: none. */
export const settingsWithTitle = (title: string | null): Record<string, { title: string }> =>
  title === null ? {} : Object.fromEntries(TITLED.map((platform) => [platform, { title }]));
