import { t } from '@lingui/core/macro';
import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Cell } from '../csv.js';
import { formatNumber } from '../formats.js';
import classes from './chart.module.css';

export interface Column {
  title: string;
  /** How its numbers are shown; omitted: as numbers. */
  format?: (value: number) => string;
  /** Its title in files, with the unit; omitted: the title. */
  inFile?: string;
  /** The decimals of its numbers in files; omitted: all. */
  decimals?: number;
  /** Each number has a bar: its share of the largest. */
  hasBar?: boolean;
}

export interface Row {
  key: string;
  /** What the row is about; in files as well. */
  name: string;
  /** How the table shows it; omitted: the name. */
  shown?: ReactNode;
  /** Further fields of its row in files. */
  fields?: readonly Cell[];
  /** A number for each column. Null: not given. */
  values: readonly (number | null)[];
  /** Below the numbers, by column. */
  notes?: readonly ReactNode[];
  /** In place of a number that is not given; omitted: `Not given`. */
  missing?: string;
}

export interface DataTableProps {
  title: string;
  /** The head of the names. */
  head: string;
  /** The heads of the further fields in files, between the names and the numbers. */
  fields?: readonly string[];
  columns: readonly Column[];
  rows: readonly Row[];
}

/** Numbers, with their names. A number that is not given says so, and is never 0. */
export function DataTable({ title, head, columns, rows }: DataTableProps) {
  const most = columns.map((_, index) => Math.max(1, ...rows.map(({ values }) => values[index] ?? 0)));
  return (
    <Table.ScrollContainer
      minWidth={0}
      type="native"
      className={classes.scroll}
      tabIndex={0}
      role="region"
      aria-label={t`Table: ${title}`}
    >
      <Table aria-label={title} verticalSpacing={6} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{head}</Table.Th>
            {columns.map((column) => (
              <Table.Th key={column.title} ta="end">
                {column.title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, name, shown = name, values, notes = [], missing = t`Not given` }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" fw={400} className={classes.name}>
                {shown}
              </Table.Th>
              {columns.map(({ title: column, format = formatNumber, hasBar = false }, index) => {
                const value = values[index] ?? null;
                return (
                  <Table.Td key={column} ta="end" className={classes.number}>
                    {value === null ? (
                      <Text span inherit c="dimmed">
                        {missing}
                      </Text>
                    ) : (
                      format(value)
                    )}
                    {notes[index]}
                    {hasBar && value !== null && <Share of={(100 * value) / (most[index] ?? 1)} />}
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const Share = ({ of }: { of: number }) => (
  <svg className={classes.share} preserveAspectRatio="none" viewBox="0 0 100 6" aria-hidden="true">
    <rect width="100" height="6" rx="3" className={classes.nothing} />
    <rect width={of} height="6" rx="3" className={classes.fill} />
  </svg>
);
