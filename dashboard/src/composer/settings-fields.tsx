import platforms from 'virtual:platform-settings';
import { msg, t } from '@lingui/core/macro';
import { Fieldset, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { memo } from 'react';
import { platformName } from '../parts/platform.js';
import type { Issue } from './compose.operations.js';
import type { Draft, DraftFile } from './draft.js';
import { Issues } from './issues.js';
import type { DraftState } from './use-draft.js';
import { SETTINGS_IN_WORDS } from './words.js';

type Setting = (typeof platforms)[number]['settings'][number];
type Value = string | boolean | null;

interface SettingsFieldsProps extends Pick<DraftState, 'change'> {
  settings: Draft['settings'];
  files: DraftFile[];
  /** The platforms of the chosen accounts, by their keys. */
  chosen: ReadonlySet<string>;
  issues: Issue[];
}

/** The settings of the chosen platforms that apply to the post. */
export const SettingsFields = memo(function SettingsFields(props: SettingsFieldsProps) {
  const { settings: given, files, change, chosen, issues } = props;
  return platforms
    .filter(({ platform }) => chosen.has(platform))
    .map(({ platform, settings }) => {
      const words = SETTINGS_IN_WORDS[platform] ?? {};
      const values = given[platform] ?? {};
      const set = (name: string, value: Value) =>
        change(({ settings: before }) => {
          const cleared = value === false ? (words[name]?.clears ?? []) : [];
          const changed = { ...before[platform], ...Object.fromEntries(cleared.map((other) => [other, false])) };
          return { settings: { ...before, [platform]: { ...changed, [name]: value } } };
        });
      const shown = inOrder(settings, Object.keys(words)).filter(
        ({ name }) => words[name]?.applies?.(values, files) ?? true,
      );
      const own = issues.filter((issue) => issue.platform?.toLowerCase() === platform);
      if (shown.length === 0 && own.length === 0) return null;
      return (
        <Fieldset key={platform} legend={t`${platformName(platform)} settings`}>
          <Stack gap="sm">
            {shown.map((setting) => (
              <SettingField
                key={setting.name}
                platform={platform}
                setting={setting}
                value={values[setting.name] ?? setting.default}
                onChange={(value) => set(setting.name, value)}
              />
            ))}
            <Issues label={t`About the ${platformName(platform)} settings`} issues={own} />
          </Stack>
        </Fieldset>
      );
    });
});

/** Settings in the order of the words; those that have none yet follow. */
const inOrder = (settings: Setting[], names: string[]): Setting[] =>
  settings.toSorted((one, other) => place(names, one.name) - place(names, other.name));
const place = (names: string[], name: string): number => (names.includes(name) ? names.indexOf(name) : names.length);

interface SettingFieldProps {
  platform: string;
  setting: Setting;
  value: Value;
  onChange: (value: Value) => void;
}

function SettingField({ platform, setting, value, onChange }: SettingFieldProps) {
  const { name, kind, choices } = setting;
  const words = SETTINGS_IN_WORDS[platform]?.[name];
  const { longest } = words ?? {};
  const label = words ? t(words.label) : name;
  const about = words?.about && t(words.about);
  const otherwise = t(words?.otherwise ?? msg`As set on the platform`);
  const isOptional = setting.default === null;
  if (kind === 'flag') {
    return (
      <Switch
        label={label}
        description={about}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  }
  if (kind === 'text') {
    const text = String(value ?? '');
    return (
      <TextInput
        label={label}
        description={about}
        rightSectionWidth={70}
        rightSection={
          longest !== undefined && (
            <Text size="xs" c="dimmed">
              {[...text].length}/{longest}
            </Text>
          )
        }
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  const wordsOf = (choice: string): [label: string, about?: string] => {
    const [called, explained] = words?.choices?.[choice] ?? [];
    return [called ? t(called) : choice, explained && t(explained)];
  };
  const names = Object.keys(words?.choices ?? {});
  const sorted = choices.toSorted((one, other) => place(names, one.value) - place(names, other.value));
  return (
    <Select
      label={label}
      description={about}
      data={sorted.map((choice) => ({ value: choice.value, label: wordsOf(choice.value)[0] }))}
      renderOption={({ option }) => (
        <Stack gap={0}>
          <Text size="sm">{option.label}</Text>
          <Text size="xs" c="dimmed">
            {wordsOf(option.value)[1]}
          </Text>
        </Stack>
      )}
      value={value === null ? null : String(value)}
      placeholder={isOptional ? otherwise : undefined}
      clearable={isOptional}
      allowDeselect={isOptional}
      clearButtonProps={{ 'aria-label': t`Clear ${label}` }}
      onChange={onChange}
    />
  );
}
