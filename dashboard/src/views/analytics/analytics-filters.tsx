import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, MultiSelect, Select } from '@mantine/core';
import dayjs from 'dayjs';
import { useQuery } from 'urql';
import { metricName, SUMMED } from '../../metrics/metric.js';
import { oneOf } from '../../parts/one-of.js';
import { PLATFORMS, platformName } from '../../parts/platform.js';
import { AccountFilter } from '../../posts/account-filter.js';
import { DateFilter, type Preset } from '../../posts/date-filter.js';
import { LabelFilter } from '../../posts/label-filter.js';
import classes from './analytics.module.css';
import { AUTHORS } from './analytics.operations.js';
import { type AnalyticsSearch, isNarrowed, periodOf } from './analytics-search.js';
import { PERIOD_NAMES, PERIODS, USUAL_PERIOD } from './periods.js';

interface AnalyticsFiltersProps {
  search: AnalyticsSearch;
  today: string;
  onChange: (changes: Partial<AnalyticsSearch>) => void;
}

const presets = (): readonly Preset[] =>
  Object.values(PERIODS).map(({ label, on }) => [
    t(label),
    (today) => {
      const { from, to } = on(today.format('YYYY-MM-DD'));
      return [dayjs(from), dayjs(to)];
    },
  ]);

/** Which posts are counted, and by which metric they are compared. */
export function AnalyticsFilters({ search, today, onChange }: AnalyticsFiltersProps) {
  const { target, platforms, labels, metric = 'ENGAGEMENTS' } = search;
  const { from, to } = periodOf(search, today);
  return (
    <Group gap="xs" className={classes.filters}>
      <DateFilter
        from={from}
        to={to}
        presets={presets()}
        isRequired
        onChange={(range) => {
          const name = PERIOD_NAMES.find((one) => {
            const usual = PERIODS[one].on(today);
            return usual.from === range.from && usual.to === range.to;
          });
          const isOwn = name === undefined;
          onChange({
            period: name === USUAL_PERIOD ? undefined : name,
            from: isOwn ? range.from : undefined,
            to: isOwn ? range.to : undefined,
            interval: undefined,
          });
        }}
      />
      <AccountFilter value={target} onChange={(platformId) => onChange({ target: platformId })} />
      <MultiSelect
        aria-label={t`Platforms`}
        size="xs"
        miw="9rem"
        placeholder={platforms ? undefined : t`Any platform`}
        data={PLATFORMS.map((value) => ({ value, label: platformName(value) }))}
        value={platforms ?? []}
        onChange={(value) =>
          onChange({ platforms: value.length > 0 ? PLATFORMS.filter((one) => value.includes(one)) : undefined })
        }
      />
      <LabelFilter labels={labels} match={null} onChange={(changes) => onChange({ labels: changes.labels })} />
      <Authors search={search} onChange={onChange} />
      <Select
        aria-label={t`Metric`}
        size="xs"
        w="9rem"
        allowDeselect={false}
        data={SUMMED.map((value) => ({ value, label: metricName(value) }))}
        value={metric}
        onChange={(value) => onChange({ metric: value === 'ENGAGEMENTS' ? undefined : oneOf(SUMMED, value) })}
      />
      {isNarrowed(search) && (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          onClick={() => onChange({ target: undefined, platforms: undefined, labels: undefined, authors: undefined })}
        >
          <Trans>Clear</Trans>
        </Button>
      )}
    </Group>
  );
}

/** Who wrote the posts. One person alone is no choice. */
function Authors({ search: { authors = [] }, onChange }: Omit<AnalyticsFiltersProps, 'today'>) {
  const [{ data }] = useQuery({ query: AUTHORS });
  const people = data?.viewer?.mentionable ?? [];
  if (people.length < 2 && authors.length === 0) return null;
  const known = new Set(people.map(({ memberId }) => memberId));
  return (
    <MultiSelect
      aria-label={t`Authors`}
      size="xs"
      miw="8rem"
      placeholder={authors.length > 0 ? undefined : t`Any author`}
      data={[
        ...people.map(({ memberId, name }) => ({ value: memberId, label: name })),
        ...authors.filter((id) => !known.has(id)).map((id) => ({ value: id, label: t`A former member` })),
      ]}
      value={authors}
      onChange={(value) => onChange({ authors: value.length > 0 ? value : undefined })}
      searchable
    />
  );
}
