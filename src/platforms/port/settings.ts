/** Reading of a post's settings by `rules.settings`. */
import type { SettingRule, SettingsRules } from './rules.js';

export type SettingValues = Readonly<Record<string, unknown>>;

/** The defaults of a setting. */
export const defaultSettings = ({ fields }: SettingsRules): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, rule]) => [name, rule.default]));

/** A setting in a sentence or two, for the documents of the APIs. */
export function aboutSetting({ oneOf }: SettingsRules, name: string, rule: SettingRule): string {
  const needs = name === oneOf?.when ? [`Needs ${oneOf.flags.join(' or ')}.`] : [];
  const limit = rule.kind === 'text' ? [`At most ${rule.limit.max} characters (${rule.limit.count}).`] : [];
  return [rule.about, ...needs, ...limit].join(' ');
}

/** Null and undefined are as good as nothing. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** What a setting requires that is not chosen, to complete "<platform> requires …". */
export const lackingChoice = (rule: SettingRule, value: unknown): string | null =>
  rule.kind === 'choice' && rule.required && (!isGiven(value) || value === '') ? rule.required : null;

/** The same of the flags of which one must be on. */
export const lackingFlag = ({ oneOf }: SettingsRules, settings: SettingValues): string | null =>
  oneOf && settings[oneOf.when] === true && !oneOf.flags.some((flag) => settings[flag] === true) ? oneOf.what : null;

/** Whether the settings have values that exclude each other. */
export const hasConflict = ({ conflict }: SettingsRules, settings: SettingValues): boolean =>
  conflict !== undefined && Object.entries(conflict.values).every(([name, value]) => settings[name] === value);
