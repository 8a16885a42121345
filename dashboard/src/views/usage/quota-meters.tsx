import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '../../parts/formats.js';
import { platformName } from '../../parts/platform.js';
import { hasLimit, Meter } from './meter.js';
import type { Quota } from './usage.operations.js';

const SHOWN_AT_FIRST = 5;

/** A quota: as a whole where all accounts share it, or of each account where it has its own; the fullest first. */
export function QuotaMeters({ quota: { limit, per, used, accounts } }: { quota: Quota }) {
  const [all, setAll] = useState(false);
  const isShared = per === 'ACCOUNT';
  const sorted = (accounts?.edges ?? []).map(({ node }) => node).toSorted((one, other) => other.used - one.used);
  const unread = (accounts?.totalCount ?? 0) - sorted.length;
  return (
    <>
      {isShared ? (
        <Meter label="All accounts together" used={used} limit={limit} />
      ) : (
        <Text size="sm">
          {formatNumber(used)} in total. {hasLimit(limit) ? `At most ${formatNumber(limit)}` : 'No limit'} for each
          account.
        </Text>
      )}
      {sorted.slice(0, all ? undefined : SHOWN_AT_FIRST).map(({ platformId, used: own, account }) => (
        <Meter
          key={platformId}
          label={
            account
              ? `${account.displayName} (@${account.username})`
              : `An account on ${platformName(platformId.split('-')[0] ?? '')}, disconnected`
          }
          used={own}
          limit={isShared ? null : limit}
        />
      ))}
      {!all && sorted.length > SHOWN_AT_FIRST && (
        <Button size="xs" variant="default" onClick={() => setAll(true)}>
          Show all {sorted.length}
        </Button>
      )}
      {unread > 0 && (
        <Text size="sm" c="dimmed">
          {formatNumber(unread)} more accounts have posts.
        </Text>
      )}
    </>
  );
}
