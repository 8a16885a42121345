import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
    [t`Posts this month`, formatNumber(own.postsPerMonth), formatNumber(postsPerMonth.used)],
    [t`Waiting posts`, formatNumber(own.scheduledPosts), formatNumber(scheduledPosts.used)],
    [t`Connected accounts`, formatNumber(own.connectedAccounts), formatNumber(connectedAccounts)],
    [t`Storage`, inGigabytes(own.usedBytes), inGigabytes(storage.usedBytes)],
  ];
  return (
    <Panel title={t`This client’s part`}>
      <Table aria-label={t`This client’s part`} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th ta="end">
              <Trans>This client</Trans>
            </Table.Th>
            <Table.Th ta="end">
              <Trans>All who share the plan</Trans>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([what, mine, all]) => (
            <Table.Tr key={what}>
              <Table.Th scope="row" fw={400}>
                {what}
              </Table.Th>
              <Table.Td ta="end">{mine}</Table.Td>
              <Table.Td ta="end">{all}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}
