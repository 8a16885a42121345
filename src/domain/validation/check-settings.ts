import type { SettingRule } from '../../platforms/port/rules.js';
import type { Finding, PostOnPlatform } from './validation.js';

/** Settings and their values (docs/contract/platforms.md). What is not given has its default. */
export function checkSettings({ platform, rules, settings }: PostOnPlatform): Finding[] {
  if (!rules.settings) return [];
  const { fields, oneOf } = rules.settings;
  const findings = Object.entries(fields).flatMap(([name, rule]) => checkSetting(platform, name, rule, settings[name]));
  const isLacking = oneOf && settings[oneOf.when] === true && !oneOf.flags.some((flag) => settings[flag] === true);
  return isLacking ? [...findings, lacking(platform, oneOf.what)] : findings;
}

function checkSetting(platform: string, name: string, rule: SettingRule, value: unknown): Finding[] {
  const isGiven = value !== undefined && value !== null;
  if (rule.kind === 'choice' && rule.required && (!isGiven || value === '')) return [lacking(platform, rule.required)];
  if (!isGiven || isAllowed(rule, value)) return [];
  const message = `${platform}'s ${name} must be ${allowed(rule)}`;
  return [{ code: 'PLATFORM_SETTING_INVALID', message, field: 'settings' }];
}

function isAllowed(rule: SettingRule, value: unknown): boolean {
  if (rule.kind === 'choice') return typeof value === 'string' && rule.values.includes(value);
  return typeof value === (rule.kind === 'flag' ? 'boolean' : 'string');
}

function allowed(rule: SettingRule): string {
  if (rule.kind === 'choice') return `one of: ${rule.values.map((value) => value || '(empty)').join(', ')}`;
  return rule.kind === 'flag' ? 'true or false' : 'text';
}

const lacking = (platform: string, what: string): Finding => ({
  code: 'PLATFORM_SETTING_REQUIRED',
  message: `${platform} requires ${what}`,
  field: 'settings',
});
