/**
 * platformSettings of a post group [create-post/platformSettings]: which platforms have settings, their names and
 * their defaults, all from the platforms' rules. What a platform is sent for them is its adapter's affair.
 */

import { isBlank } from '../../../foundation/blank-text.js';
import { storableText } from '../../../foundation/database/storable-text.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import { publishableText } from '../../../foundation/errors/publishable-text.js';
import { defaultSettings } from '../../../platforms/port/settings.js';
import { platformRules } from '../../../platforms/rules-registry.js';
import { isLongerThan, MAX_SETTINGS } from './post-bounds.js';

export type Settings = Record<string, unknown>;
export type PlatformSettings = Record<string, Settings>;

export const DEFAULT_SETTINGS: Readonly<PlatformSettings> = Object.fromEntries(
  Object.entries(platformRules).flatMap(([platform, { settings }]) =>
    settings ? [[platform, defaultSettings(settings)]] : [],
  ),
);

/** The setting of the first comment that targets on a platform get: of every platform that has comments. */
const FIRST_COMMENT = 'firstComment';

/** Platforms that have no other setting. */
const ONLY_COMMENTS = Object.entries(platformRules).flatMap(([platform, { settings, comment }]) =>
  comment && !settings ? platform : [],
);

const isObject = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The defaults with the given settings merged over them, platform by platform. Keys of other platforms, and values
 * that are no objects, are dropped in silence [create-post/platformSettings-keys]; so are settings that are neither
 * text, number nor boolean, because no platform has such ones. What is left may be too long:
 * PLATFORM_SETTINGS_TOO_LONG.
 */
export function mergeSettings(given: Record<string, unknown>): PlatformSettings {
  const merged = Object.fromEntries(
    Object.entries(DEFAULT_SETTINGS).map(([platform, defaults]) => {
      const own = Object.hasOwn(given, platform) ? given[platform] : undefined;
      return [
        platform,
        isObject(own) ? { ...defaults, ...storable(own, `platformSettings.${platform}`) } : { ...defaults },
      ];
    }),
  );
  for (const platform of ONLY_COMMENTS) {
    const own = Object.hasOwn(given, platform) ? given[platform] : undefined;
    const text = isObject(own) ? firstCommentIn(own) : null;
    if (text !== null) merged[platform] = storable({ [FIRST_COMMENT]: text }, `platformSettings.${platform}`);
  }
  if (isLongerThan(JSON.stringify(merged), MAX_SETTINGS)) throw new AppError('PLATFORM_SETTINGS_TOO_LONG');
  return merged;
}

/** What is stored of a group's settings: those that are not the defaults. */
export const toStoredSettings = (settings: PlatformSettings): PlatformSettings =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([platform, all]) => {
      const chosen = Object.entries(all).filter(([name, value]) => value !== DEFAULT_SETTINGS[platform]?.[name]);
      return chosen.length > 0 ? [[platform, Object.fromEntries(chosen)]] : [];
    }),
  );

/** All settings of a group: the defaults, and over them those that are stored. */
export const fromStoredSettings = (stored: PlatformSettings): PlatformSettings =>
  Object.fromEntries(
    [...Object.keys(DEFAULT_SETTINGS), ...ONLY_COMMENTS.filter((key) => stored[key] !== undefined)].map((key) => [
      key,
      settingsOfPlatform(key, stored[key]),
    ]),
  );

/** The same of one platform. */
export const settingsOfPlatform = (platform: string, stored: Settings | null | undefined): Settings => ({
  ...DEFAULT_SETTINGS[platform],
  ...stored,
});

/** The first comment in the settings of a platform; null: none. */
export const firstCommentIn = (settings: unknown): string | null => {
  const text = isObject(settings) ? settings[FIRST_COMMENT] : null;
  return typeof text === 'string' && !isBlank(text) ? text : null;
};

/** Settings as REST gives them: it has no first comments, so that a key with this name is one that it ignores. */
export const withoutFirstComments = (settings: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(settings).map(([platform, own]) => {
      if (!isObject(own)) return [platform, own];
      const { [FIRST_COMMENT]: _, ...others } = own;
      return [platform, others];
    }),
  );

const storable = (settings: Settings, field: string): Settings =>
  Object.fromEntries(
    Object.entries(settings)
      .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
      .filter(([name, value]) => name !== FIRST_COMMENT || (typeof value === 'string' && !isBlank(value)))
      .map(([name, value]) => [
        storableText(name),
        typeof value === 'string' ? publishableText(value, `${field}.${name}`) : value,
      ]),
  );
