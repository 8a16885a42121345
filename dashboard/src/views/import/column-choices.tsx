import { Select, SimpleGrid } from '@mantine/core';
import { PLATFORMS, platformName } from '../../parts/platform.js';
import type { Column, ImportInput } from './import.operations.js';

type Columns = NonNullable<ImportInput['columns']>;
type Field = NonNullable<Column['field']>;

const IGNORED = 'IGNORED';
const FIELDS: Readonly<Record<Exclude<Field, 'PLATFORM_TEXT'>, string>> = {
  TEXT: 'Text',
  TITLE: 'Title',
  LINK: 'Link',
  TIME: 'Time',
  ACCOUNTS: 'Accounts',
  LABELS: 'Labels',
  FILES: 'Addresses of files',
  ALT_TEXTS: 'Alternative texts',
  SCHEDULE: 'Queue',
};
const CHOICES = [
  { value: IGNORED, label: 'Ignored' },
  ...Object.entries(FIELDS).map(([value, label]) => ({ value, label })),
  ...PLATFORMS.map((platform) => ({ value: `TEXT ${platform}`, label: `Text for ${platformName(platform)}` })),
];

const choiceOf = ({ field, platform }: Pick<Column, 'field' | 'platform'>): string =>
  platform ? `TEXT ${platform}` : (field ?? IGNORED);

function meaningOf(value: string): Pick<Columns[number], 'field' | 'platform'> {
  const platform = PLATFORMS.find((one) => value === `TEXT ${one}`);
  return platform ? { field: 'PLATFORM_TEXT', platform } : { field: value as Field };
}

/** What each column is, as guessed by its name until it is chosen. A meaning that moves leaves its former column. */
export function ColumnChoices({
  columns,
  onChoose,
}: {
  columns: readonly Column[];
  onChoose: (columns: Columns) => void;
}) {
  const choose = (column: number, value: string) =>
    onChoose(
      columns
        .map((one) => ({ column: one.column, value: choiceOf(one) }))
        .map((one) =>
          one.column === column ? { column, value } : one.value === value ? { ...one, value: IGNORED } : one,
        )
        .filter((one) => one.value !== IGNORED)
        .map((one) => ({ column: one.column, ...meaningOf(one.value) })),
    );
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
      {columns.map((one) => (
        <Select
          key={one.column}
          label={one.header || `Column ${one.column}`}
          description={one.sample || 'Empty'}
          styles={{ description: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } }}
          allowDeselect={false}
          data={CHOICES}
          value={choiceOf(one)}
          onChange={(value) => value && choose(one.column, value)}
        />
      ))}
    </SimpleGrid>
  );
}
