import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Select, SimpleGrid } from '@mantine/core';
import { PLATFORMS, platformName } from '../../parts/platform.js';
import type { Column, ImportInput } from './import.operations.js';

type Columns = NonNullable<ImportInput['columns']>;
type Field = NonNullable<Column['field']>;

const IGNORED = 'IGNORED';
const FIELDS: Readonly<Record<Exclude<Field, 'PLATFORM_TEXT'>, MessageDescriptor>> = {
  TEXT: msg`Text`,
  TITLE: msg`Title`,
  LINK: msg`Link`,
  TIME: msg({ message: 'Time', context: 'of a post' }),
  ACCOUNTS: msg`Accounts`,
  LABELS: msg`Labels`,
  FILES: msg`Addresses of files`,
  ALT_TEXTS: msg`Alternative texts`,
  SCHEDULE: msg`Queue`,
};
const choices = () => [
  { value: IGNORED, label: t`Ignored` },
  ...Object.entries(FIELDS).map(([value, label]) => ({ value, label: t(label) })),
  ...PLATFORMS.map((platform) => ({ value: `TEXT ${platform}`, label: t`Text for ${platformName(platform)}` })),
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
  const data = choices();
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
          label={one.header || t`Column ${one.column}`}
          description={one.sample || t`Empty`}
          styles={{ description: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } }}
          allowDeselect={false}
          data={data}
          value={choiceOf(one)}
          onChange={(value) => value && choose(one.column, value)}
        />
      ))}
    </SimpleGrid>
  );
}
