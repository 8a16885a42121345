import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
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
        <Meter label={t`All accounts together`} used={used} limit={limit} />
      ) : (
        <Text size="sm">
          {hasLimit(limit)
            ? t`${formatNumber(used)} in total. At most ${formatNumber(limit)} for each account.`
            : t`${formatNumber(used)} in total. No limit for each account.`}
        </Text>
      )}
      {sorted.slice(0, all ? undefined : SHOWN_AT_FIRST).map(({ platformId, used: own, account }) => (
        <Meter
          key={platformId}
          label={
            account
              ? `${account.displayName} (@${account.username})`
              : t`An account on ${platformName(platformId.split('-')[0] ?? '')}, disconnected`
          }
          used={own}
          limit={isShared ? null : limit}
        />
      ))}
      {!all && sorted.length > SHOWN_AT_FIRST && (
        <Button size="xs" variant="default" onClick={() => setAll(true)}>
          <Trans>Show all {sorted.length}</Trans>
        </Button>
      )}
      {unread > 0 && (
        <Text size="sm" c="dimmed">
          <Plural value={unread} one="# more account has posts." other="# more accounts have posts." />
        </Text>
      )}
    </>
  );
}
