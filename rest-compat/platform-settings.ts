import { z } from 'zod';
import type { SettingRule, SettingsRules } from '../src/platforms/port/rules.js';
import { aboutSetting } from '../src/platforms/port/settings.js';
import { platformRules } from '../src/platforms/rules-registry.js';
import { lenient } from './fields.js';

function field(rule: SettingRule) {
  switch (rule.kind) {
    case 'choice':
      return z.enum(Object.keys(rule.values)).default(rule.default);
    case 'flag':
      return z.boolean().default(rule.default);
    case 'text':
      return z.string().default(rule.default);
  }
}

function settingsOf(rules: SettingsRules) {
  const described = Object.entries(rules.fields).map(([name, rule]) => [
    name,
    field(rule).describe(aboutSetting(rules, name, rule)),
  ]);
  return lenient(z.object(Object.fromEntries(described)), 'Ignored in silence.');
}

/** `platformSettings`, as the platforms' rules have them. */
export const platformSettings = z.object(
  Object.fromEntries(
    Object.entries(platformRules).flatMap(([platform, { settings }]) =>
      settings ? [[platform, settingsOf(settings)]] : [],
    ),
  ),
);
