import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Title } from '@mantine/core';
import { DownloadIcon, GraphIcon, TableIcon } from '@primer/octicons-react';
import { type ReactNode, useState } from 'react';
import { type Cell, saveCsv, toCsv } from '../csv.js';
import classes from './chart.module.css';
import { DataTable, type DataTableProps } from './data-table.js';

interface ChartFrameProps extends DataTableProps {
  /** The name of the file, without its ending. */
  file: string;
  /** The picture of the table's numbers. */
  children: ReactNode;
  /** The level of its title; null: the title is that of the panel around it. */
  order?: 3 | 4 | null;
}

/** A chart with its table and its file: the same numbers, as a picture, in words, and to calculate with. */
export function ChartFrame({ file, children, order = null, ...table }: ChartFrameProps) {
  const [isTable, setTable] = useState(false);
  return (
    <Stack gap="xs" miw={0}>
      <Group justify={order === null ? 'flex-end' : 'space-between'} gap="xs">
        {order !== null && (
          <Title order={order} size="h5">
            {table.title}
          </Title>
        )}
        <Group gap={4} className={classes.tools}>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            c="dimmed"
            leftSection={isTable ? <GraphIcon size={14} /> : <TableIcon size={14} />}
            aria-label={isTable ? t`Chart: ${table.title}` : t`Table: ${table.title}`}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? t`Chart` : t`Table`}
          </Button>
          <DownloadCsv file={file} {...table} />
        </Group>
      </Group>
      {isTable ? <DataTable {...table} /> : children}
    </Stack>
  );
}

/** Saves a table as a CSV file. A number that is not given is an empty field. */
export const DownloadCsv = ({
  file,
  title,
  head,
  fields: heads = [],
  columns,
  rows,
}: DataTableProps & { file: string }) => (
  <Button
    size="compact-sm"
    variant="subtle"
    color="gray"
    c="dimmed"
    className={classes.tools}
    leftSection={<DownloadIcon size={14} />}
    aria-label={t`Download CSV: ${title}`}
    onClick={() =>
      saveCsv(
        `${file}.csv`,
        toCsv(
          [head, ...heads, ...columns.map(({ title: column, inFile = column }) => inFile)],
          rows.map(({ name, fields = [], values }) => [
            ...[name, ...fields],
            ...columns.map(({ decimals }, index) => inFile(values[index] ?? null, decimals)),
          ]),
        ),
      )
    }
  >
    <Trans>Download CSV</Trans>
  </Button>
);

const inFile = (value: number | null, decimals?: number): Cell =>
  value === null ? '' : decimals === undefined ? value : Number(value.toFixed(decimals));
