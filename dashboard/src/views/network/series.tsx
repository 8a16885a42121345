import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { AreaChart } from '@mantine/charts';
import { Stack, Table, Title } from '@mantine/core';
import { formatNumber, shortDate } from '../../parts/formats.js';
import '@mantine/charts/styles.css';
import { Missing } from './count.js';
import type { Day, StatisticFailure } from './network.operations.js';

interface SeriesProps {
  title: string;
  /** As numbers, for whom a picture says nothing. */
  table: boolean;
  points: Day[] | null;
  failure: StatisticFailure | null;
}

/** A number for each day. */
export function Series({ title, table, points, failure }: SeriesProps) {
  const sum = points?.reduce((all, { count }) => all + (count ?? 0), 0) ?? 0;
  return (
    <Stack gap="xs" miw={0}>
      <Title order={3} size="h5">
        {title}
        {points && `: ${formatNumber(sum)}`}
      </Title>
      {failure && <Missing failure={failure} />}
      {points && table && <Numbers title={title} points={points} />}
      {points && !table && (
        <div role="img" dir="ltr" aria-label={t`${title} by day: ${formatNumber(sum)} in ${points.length} days`}>
          <AreaChart
            h={200}
            data={points.map(({ date, count }) => ({ date: shortDate(date), [title]: count }))}
            dataKey="date"
            series={[{ name: title, color: 'blue.6' }]}
            valueFormatter={formatNumber}
            withDots={false}
            curveType="linear"
            connectNulls={false}
            areaChartProps={{ accessibilityLayer: false }}
            // Movement says nothing here.
            areaProps={{ isAnimationActive: false }}
          />
        </div>
      )}
    </Stack>
  );
}

const Numbers = ({ title, points }: { title: string; points: Day[] }) => (
  <Table aria-label={t`${title} by day`}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>
          <Trans>Day</Trans>
        </Table.Th>
        <Table.Th ta="end">{title}</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {points.map(({ date, count }) => (
        <Table.Tr key={date}>
          <Table.Td>{shortDate(date)}</Table.Td>
          <Table.Td ta="end">{count === null ? t`Not provided` : formatNumber(count)}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
