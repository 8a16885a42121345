import platforms from 'virtual:platform-settings';
import { Fieldset, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { platformName } from '../../parts/platform.js';
import type { Issue } from './compose.operations.js';
import { Issues } from './issues.js';
import type { DraftState } from './use-draft.js';

type Setting = (typeof platforms)[number]['settings'][number];
type Value = string | boolean | null;

interface SettingsFieldsProps extends Pick<DraftState, 'draft' | 'change'> {
  /** The platforms of the chosen accounts, by their keys. */
  chosen: ReadonlySet<string>;
  issues: Issue[];
}

/** The settings of the chosen platforms, as the schema has them. */
export function SettingsFields({ draft, change, chosen, issues }: SettingsFieldsProps) {
  const set = (platform: string, name: string, value: Value) =>
    change(({ settings }) => ({ settings: { ...settings, [platform]: { ...settings[platform], [name]: value } } }));
  return platforms
    .filter(({ platform }) => chosen.has(platform))
    .map(({ platform, settings }) => (
      <Fieldset key={platform} legend={`${platformName(platform)} settings`}>
        <Stack gap="sm">
          {settings.map((setting) => (
            <SettingField
              key={setting.name}
              setting={setting}
              value={draft.settings[platform]?.[setting.name] ?? setting.default}
              onChange={(value) => set(platform, setting.name, value)}
            />
          ))}
          <Issues
            label={`About the ${platformName(platform)} settings`}
            issues={issues.filter((issue) => issue.platform?.toLowerCase() === platform)}
          />
        </Stack>
      </Fieldset>
    ));
}

interface SettingFieldProps {
  setting: Setting;
  value: Value;
  onChange: (value: Value) => void;
}

function SettingField({ setting, value, onChange }: SettingFieldProps) {
  const { name, kind, description, choices } = setting;
  const label = inWords(name);
  const isOptional = setting.default === null;
  if (kind === 'flag') {
    return (
      <Switch
        label={label}
        description={description}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  }
  if (kind === 'text') {
    return (
      <TextInput
        label={label}
        description={description}
        value={String(value ?? '')}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  return (
    <Select
      label={label}
      description={description}
      data={choices.map((choice) => ({ value: choice.value, label: inWords(choice.value.toLowerCase()) }))}
      renderOption={({ option }) => (
        <Stack gap={0}>
          <Text size="sm">{option.label}</Text>
          <Text size="xs" c="dimmed">
            {choices.find((choice) => choice.value === option.value)?.about}
          </Text>
        </Stack>
      )}
      value={value === null ? null : String(value)}
      placeholder={isOptional ? 'As the platform has it' : undefined}
      clearable={isOptional}
      allowDeselect={isOptional}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      onChange={onChange}
    />
  );
}

/** `allowComments`, `self_only`: Allow comments, Self only. */
const inWords = (name: string): string => {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
