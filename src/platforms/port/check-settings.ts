import type { CheckedPost, Finding } from './finding.js';
import type { SettingRule } from './rules.js';
import { hasConflict, isGiven, lackingChoice, lackingFlag } from './settings.js';

/** Settings and their values (docs/contract/platforms.md). What is not given has its default. */
export function checkSettings({ platform, rules, settings }: CheckedPost): Finding[] {
  if (!rules.settings) return [];
  const findings = Object.entries(rules.settings.fields).flatMap(([name, rule]) =>
    checkSetting(platform, name, rule, settings[name]),
  );
  const what = lackingFlag(rules.settings, settings);
  if (what !== null) findings.push(lacking(platform, what));
  if (hasConflict(rules.settings, settings)) {
    findings.push(invalid(`${platform} does not accept ${rules.settings.conflict?.what}`));
  }
  return findings;
}

/** Settings that an app cannot choose until the platform has approved it: others are published. */
export function checkApproval({ platform, rules }: CheckedPost, chosen: CheckedPost['settings']): Finding[] {
  return Object.entries(rules.settings?.unapproved ?? {}).flatMap(([name, value]): Finding[] => {
    if (!isGiven(chosen[name]) || chosen[name] === value) return [];
    const message = `${platform} has not approved this app yet: ${name} will be ${value}`;
    return [{ ...invalid(message), severity: 'warning' }];
  });
}

function checkSetting(platform: string, name: string, rule: SettingRule, value: unknown): Finding[] {
  const what = lackingChoice(rule, value);
  if (what !== null) return [lacking(platform, what)];
  if (!isGiven(value) || isAllowed(rule, value)) return [];
  return [invalid(`${platform}'s ${name} must be ${allowed(rule)}`)];
}

function isAllowed(rule: SettingRule, value: unknown): boolean {
  if (rule.kind === 'choice') return typeof value === 'string' && Object.hasOwn(rule.values, value);
  return typeof value === (rule.kind === 'flag' ? 'boolean' : 'string');
}

function allowed(rule: SettingRule): string {
  if (rule.kind === 'choice')
    return `one of: ${Object.keys(rule.values)
      .map((value) => value || '(empty)')
      .join(', ')}`;
  return rule.kind === 'flag' ? 'true or false' : 'text';
}

const invalid = (message: string): Finding => ({ code: 'PLATFORM_SETTING_INVALID', message, field: 'settings' });

const lacking = (platform: string, what: string): Finding => ({
  code: 'PLATFORM_SETTING_REQUIRED',
  message: `${platform} requires ${what}`,
  field: 'settings',
});
