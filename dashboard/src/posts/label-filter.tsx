import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { type ComboboxProps, Group, MultiSelect, Select, Text } from '@mantine/core';
import { oneOf } from '../parts/one-of.js';
import { LabelDot } from './label-chip.js';
import { LABEL_MATCHES, type LabelMatch } from './label-search.js';
import { useLabels } from './use-labels.js';

interface LabelFilterProps {
  /** Ids of labels. */
  labels: string[] | undefined;
  /** Null: posts have any of them, which is no choice. */
  match: LabelMatch | undefined | null;
  onChange: (changes: { labels?: string[] | undefined; match?: LabelMatch | undefined }) => void;
  /** Shown above the fields; otherwise it is for screen readers alone. */
  isTitled?: boolean;
  comboboxProps?: ComboboxProps;
}

const WORDS: Record<LabelMatch, MessageDescriptor> = {
  ANY: msg`Any of them`,
  ALL: msg`All of them`,
  NONE: msg`None of them`,
};

/** Chooses labels, and whether posts have any, all or none of them. */
export function LabelFilter({
  labels = [],
  match = 'ANY',
  onChange,
  isTitled = false,
  comboboxProps,
}: LabelFilterProps) {
  const { labels: known = [] } = useLabels();
  const byId = new Map(known.map((label) => [label.id, label]));
  const title = (text: string) => (isTitled ? { label: text } : { 'aria-label': text });
  if (known.length === 0 && labels.length === 0) return null;
  const combobox = comboboxProps && { comboboxProps };
  return (
    <>
      <MultiSelect
        {...title(t`Labels`)}
        {...(!isTitled && { size: 'xs', w: '10rem' })}
        placeholder={labels.length > 0 ? undefined : isTitled ? t`All` : t`Any label`}
        data={[
          ...known.map(({ id, name }) => ({ value: id, label: name })),
          ...labels.filter((id) => !byId.has(id)).map((id) => ({ value: id, label: t`Deleted label` })),
        ]}
        value={labels}
        onChange={(value) => onChange({ labels: value.length > 0 ? value : undefined, ...(!value[0] && NO_MATCH) })}
        renderOption={({ option }) => {
          const label = byId.get(option.value);
          return (
            <Group gap="xs" wrap="nowrap">
              {label && <LabelDot color={label.color} />}
              <Text size="sm" truncate>
                {option.label}
              </Text>
            </Group>
          );
        }}
        openOnFocus={false}
        searchable
        {...combobox}
      />
      {match !== null && labels.length > 0 && (
        <Select
          aria-label={t`Which posts`}
          {...(!isTitled && { size: 'xs', w: '8.5rem' })}
          data={LABEL_MATCHES.map((value) => ({ value, label: t(WORDS[value]) }))}
          value={match}
          onChange={(value) => onChange({ match: value === 'ANY' ? undefined : oneOf(LABEL_MATCHES, value) })}
          allowDeselect={false}
          openOnFocus={false}
          {...combobox}
        />
      )}
    </>
  );
}

const NO_MATCH = { match: undefined };
