import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface RowsProps {
  /** What the table has: its name for screen readers. */
  label: string;
  head: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  /** Shown in place of a table without rows. */
  none: string;
}

/** A table that scrolls sideways where it is wider than the screen. */
export function Rows({ label, head, rows, none }: RowsProps) {
  if (rows.length === 0) return <Text c="dimmed">{none}</Text>;
  return (
    <Table.ScrollContainer minWidth={0} type="native" tabIndex={0} role="region" aria-label={t`Table: ${label}`}>
      <Table aria-label={label} verticalSpacing={4} fz="sm">
        <Table.Thead>
          <Table.Tr>
            {head.map((title) => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, cells }) => (
            <Table.Tr key={key}>
              {cells.map((cell, column) => (
                <Table.Td key={head[column]}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface PagesProps {
  isFirst: boolean;
  next: string | null | undefined;
  onGo: (after: string | undefined) => void;
}

/** Leads through the pages of a table that has more than one. */
export const Pages = ({ isFirst, next, onGo }: PagesProps) =>
  (!isFirst || next) && (
    <Group>
      <Button variant="default" disabled={isFirst} onClick={() => onGo(undefined)}>
        <Trans>First page</Trans>
      </Button>
      <Button variant="default" disabled={!next} onClick={() => onGo(next ?? undefined)}>
        <Trans>Next page</Trans>
      </Button>
    </Group>
  );
