import { Table } from '@mantine/core';
import { formatNumber } from '../../parts/formats.js';
import { Panel } from '../../parts/panel.js';
import { inGigabytes } from './sizes.js';
import type { Usage } from './usage.operations.js';

/** What a client uses, beside what the account that manages it and all of its clients use together. */
export function OwnPart({
  usage: { own, postsPerMonth, scheduledPosts, connectedAccounts, storage },
}: {
  usage: Usage;
}) {
  const rows: [what: string, own: string, all: string][] = [
    ['Posts this month', formatNumber(own.postsPerMonth), formatNumber(postsPerMonth.used)],
    ['Waiting posts', formatNumber(own.scheduledPosts), formatNumber(scheduledPosts.used)],
    ['Connected accounts', formatNumber(own.connectedAccounts), formatNumber(connectedAccounts)],
    ['Storage', inGigabytes(own.usedBytes), inGigabytes(storage.usedBytes)],
  ];
  return (
    <Panel title="This client’s part">
      <Table aria-label="This client’s part" fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th ta="right">This client</Table.Th>
            <Table.Th ta="right">All who share the plan</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([what, mine, all]) => (
            <Table.Tr key={what}>
              <Table.Th scope="row" fw={400}>
                {what}
              </Table.Th>
              <Table.Td ta="right">{mine}</Table.Td>
              <Table.Td ta="right">{all}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}
