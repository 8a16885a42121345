/**
 * The settings of posts as GraphQL types, made from the platforms' rules: an input and an output type for each platform
 * that has settings, and an enum for each choice.
 */
import { type ClassType, Field, InputType, ObjectType, registerEnumType } from 'type-graphql';
import type { CommentRules, SettingRule, SettingsRules } from '../../../platforms/port/rules.js';
import { aboutSetting } from '../../../platforms/port/settings.js';
import { platformRules } from '../../../platforms/rules-registry.js';
import { firstCommentIn, type PlatformSettings, type Settings } from '../state/platform-settings.js';

const NO_SETTINGS: SettingsRules = { fields: {} };

/** Of the platforms that have settings; a first comment is one of every platform that has comments. */
const RULES = Object.entries(platformRules).flatMap(([platform, { settings, comment }]) =>
  settings || comment ? [[platform, settings ?? NO_SETTINGS, comment] as const] : [],
);

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** The type of each setting, by platform and name. */
const TYPES = new Map(
  RULES.map(([platform, { fields }]) => [
    platform,
    new Map(
      Object.entries(fields).map(([name, rule]) => [
        name,
        typeOf(`${capitalized(platform)}${capitalized(name)}`, rule),
      ]),
    ),
  ]),
);

/** An enum has the stored values; an empty one is null. */
function typeOf(name: string, rule: SettingRule): object {
  if (rule.kind !== 'choice') return rule.kind === 'flag' ? Boolean : String;
  const values = Object.entries(rule.values).filter(([value]) => value !== '');
  const choice = Object.fromEntries(values.map(([value]) => [value.toUpperCase(), value]));
  registerEnumType(choice, {
    name,
    description: rule.about,
    valuesConfig: Object.fromEntries(values.map(([value, description]) => [value.toUpperCase(), { description }])),
  });
  return choice;
}

const defaultOf = (rule: SettingRule): string => {
  if (rule.kind === 'choice') return rule.default === '' ? 'null' : rule.default.toUpperCase();
  return JSON.stringify(rule.default);
};

const hasEmpty = (rule: SettingRule): boolean => rule.kind === 'choice' && Object.hasOwn(rule.values, '');

interface TypeFields {
  [name: string]: { type: object; nullable: boolean; description: string; defaultValue?: string | boolean };
}

function makeType(decorate: ClassDecorator, fields: TypeFields): ClassType {
  const type = class {};
  decorate(type);
  for (const [name, { type: fieldType, ...options }] of Object.entries(fields)) {
    Field(() => fieldType, options)(type.prototype, name);
  }
  return type;
}

/** The fields of a platform's settings. */
const fieldsOf = (platform: string, rules: SettingsRules, describe: (rule: SettingRule) => string): TypeFields =>
  Object.fromEntries(
    Object.entries(rules.fields).map(([name, rule]) => {
      const description = `${aboutSetting(rules, name, rule)} ${describe(rule)}`;
      return [name, { type: TYPES.get(platform)?.get(name) ?? String, nullable: true, description }];
    }),
  );

/** The first comment of a platform's targets, as a field; none without comments. */
function commentField(comment: CommentRules | null, describe: string): TypeFields {
  if (!comment) return {};
  const { max, count } = comment.text;
  const kind = comment.isReply ? 'a reply to the first part, by the same account,' : 'a comment by the same account';
  const description = `First comment on the post: ${kind} immediately after it is published. At most ${max} characters (${count}). ${describe}`;
  return { firstComment: { type: String, nullable: true, description } };
}

function inputOf(platform: string, rules: SettingsRules, comment: CommentRules | null): ClassType {
  const fields = fieldsOf(platform, rules, (rule) => `If omitted or null: ${defaultOf(rule)}.`);
  for (const [name, rule] of Object.entries(rules.fields)) {
    // An empty choice is null, which is no default.
    if (rule.kind !== 'choice' || rule.default !== '')
      Object.assign(fields[name] ?? {}, { defaultValue: rule.default });
  }
  return makeType(
    InputType(`${capitalized(platform)}SettingsInput`, { description: `Settings of a post on ${platform}.` }),
    { ...fields, ...commentField(comment, 'If omitted, null or empty: none.') },
  );
}

const outputOf = (platform: string, rules: SettingsRules, comment: CommentRules | null): ClassType =>
  makeType(ObjectType(`${capitalized(platform)}Settings`, { description: `Settings of a post on ${platform}.` }), {
    ...fieldsOf(platform, rules, (rule) => `Null: ${hasEmpty(rule) ? 'empty, or ' : ''}REST stored no value of it.`),
    ...commentField(comment, 'Null: none.'),
  });

export const PlatformSettingsInput = makeType(
  InputType('PlatformSettingsInput', {
    description:
      'Settings by platform; omitted settings have their defaults. Together at most 10,000 characters as JSON: PLATFORM_SETTINGS_TOO_LONG.',
  }),
  Object.fromEntries(
    RULES.map(([platform, rules, comment]) => [
      platform,
      { type: inputOf(platform, rules, comment), nullable: true, description: `For targets on ${platform}.` },
    ]),
  ),
);

export const PlatformSettingsType = makeType(
  ObjectType('PlatformSettings', { description: 'Settings by platform, with the defaults.' }),
  Object.fromEntries(
    RULES.map(([platform, rules, comment]) => [
      platform,
      { type: outputOf(platform, rules, comment), nullable: false, description: `For targets on ${platform}.` },
    ]),
  ),
);

/** Stored settings as GraphQL shows them: null in place of a value that REST stored and the type does not have. */
export const toSettingsType = (stored: PlatformSettings): PlatformSettings =>
  Object.fromEntries(
    RULES.map(([platform, rules, comment]) => [
      platform,
      {
        ...showable(rules, stored[platform] ?? {}),
        ...(comment && { firstComment: firstCommentIn(stored[platform]) }),
      },
    ]),
  );

const showable = ({ fields }: SettingsRules, stored: Settings): Settings =>
  Object.fromEntries(
    Object.entries(fields).map(([name, rule]) => [name, isShowable(rule, stored[name]) ? stored[name] : null]),
  );

function isShowable(rule: SettingRule, value: unknown): boolean {
  if (rule.kind === 'choice') return typeof value === 'string' && value !== '' && Object.hasOwn(rule.values, value);
  return typeof value === (rule.kind === 'flag' ? 'boolean' : 'string');
}
