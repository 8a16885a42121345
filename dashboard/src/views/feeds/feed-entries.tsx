import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Dialog } from '../../parts/dialog.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { PageLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { Ago } from '../../parts/time.js';
import { FEED_ENTRIES, type Feed, type FeedEntry } from './feeds.operations.js';

const PAGE_SIZE = 25;

const STATES: Record<FeedEntry['state'], MessageDescriptor> = {
  WAITING: msg`Waits to become a post`,
  POSTED: msg`Became a post`,
  EXISTING: msg`Was in the feed before`,
  FILTERED: msg`Left out by the filter`,
  SKIPPED: msg`Skipped`,
  REFUSED: msg`Became no post`,
};

/** The entries of a feed, newest first, with what became of each. */
export function FeedEntries({ feed, onClose }: { feed: Feed; onClose: () => void }) {
  const [after, setAfter] = useState<string | null>(null);
  const [{ data, ...state }] = useQuery({
    query: FEED_ENTRIES,
    variables: { feedId: feed.id, first: PAGE_SIZE, after },
    requestPolicy: 'network-only',
  });
  const failure = failureOf(state);
  const entries = data?.feedEntries?.edges.map(({ node }) => node);
  const { hasNextPage = false, endCursor } = data?.feedEntries?.pageInfo ?? {};
  return (
    <Dialog onClose={onClose} title={t`Entries of ${feed.name}`} size="lg">
      {failure && <FailureNotice failure={failure} />}
      {!entries && !failure && <Loading />}
      {entries?.length === 0 && (
        <Text>
          <Trans>The feed had no entries so far.</Trans>
        </Text>
      )}
      {entries && entries.length > 0 && (
        <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Entries`}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <Entry entry={entry} />
            </li>
          ))}
        </Stack>
      )}
      {(after || hasNextPage) && (
        <Button.Group mt="md">
          <Button variant="default" disabled={!after} onClick={() => setAfter(null)}>
            <Trans>Newest</Trans>
          </Button>
          <Button variant="default" disabled={!hasNextPage} onClick={() => setAfter(endCursor ?? null)}>
            <Trans>Older</Trans>
          </Button>
        </Button.Group>
      )}
    </Dialog>
  );
}

function Entry({ entry: { title, link, state, reason, groupId, firstSeenAt } }: { entry: FeedEntry }) {
  return (
    <>
      <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {link ? (
          <Anchor href={link} target="_blank" rel="noreferrer">
            {title || link}
          </Anchor>
        ) : (
          title
        )}
      </Text>
      <Text size="xs" c="dimmed">
        {groupId ? (
          <PageLink to="/posts/$postGroupId" params={{ postGroupId: groupId }}>
            {t(STATES[state])}
          </PageLink>
        ) : (
          t(STATES[state])
        )}
        {reason && `: ${reason}`}, <Ago at={firstSeenAt} />
      </Text>
    </>
  );
}
