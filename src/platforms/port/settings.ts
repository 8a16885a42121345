/** Reading of a post's settings by `rules.settings`. */
import type { SettingRule, SettingsRules } from './rules.js';

export type SettingValues = Readonly<Record<string, unknown>>;

/** What a setting has that nobody chooses. */
export const defaultSettings = ({ fields }: SettingsRules): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, rule]) => [name, rule.default]));

/** Null and undefined are as good as nothing. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** What a setting requires that is not chosen, to complete "<platform> requires …". */
export const lackingChoice = (rule: SettingRule, value: unknown): string | null =>
  rule.kind === 'choice' && rule.required && (!isGiven(value) || value === '') ? rule.required : null;

/** The same of the flags of which one must be on. */
export const lackingFlag = ({ oneOf }: SettingsRules, settings: SettingValues): string | null =>
  oneOf && settings[oneOf.when] === true && !oneOf.flags.some((flag) => settings[flag] === true) ? oneOf.what : null;

/** All that the settings lack. */
export const lackingSettings = (rules: SettingsRules, settings: SettingValues): string[] =>
  [
    ...Object.entries(rules.fields).map(([name, rule]) => lackingChoice(rule, settings[name])),
    lackingFlag(rules, settings),
  ].filter((what) => what !== null);
