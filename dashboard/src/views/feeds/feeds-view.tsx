import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { Empty } from '../../parts/empty.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Loading } from '../../parts/loading.js';
import { useMay } from '../../parts/may.js';
import { Page } from '../../parts/page.js';
import { FeedCard } from './feed-card.js';
import { FeedForm } from './feed-form.js';
import { FEEDS } from './feeds.operations.js';

/** The web feeds whose entries become posts. */
export function FeedsView() {
  const [{ data, ...state }, refresh] = useRefetchingQuery({ query: FEEDS });
  const [adding, setAdding] = useState(false);
  const mayDraft = useMay('DRAFT');
  const failure = failureOf(state);
  const feeds = data?.feeds?.edges.map(({ node }) => node);
  const add = mayDraft && (
    <Button leftSection={<PlusIcon />} onClick={() => setAdding(true)}>
      <Trans>Add a feed</Trans>
    </Button>
  );
  return (
    <Page title={t`Feeds`} actions={add}>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!feeds && !failure && <Loading />}
      {feeds?.length === 0 && (
        <Empty title={t`No feeds yet`}>
          <Trans>
            Add the feed of a blog, a podcast or a news page (RSS, Atom or JSON Feed): each new entry becomes a draft,
            or a post in a queue.
          </Trans>
        </Empty>
      )}
      {feeds && feeds.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Feeds`}>
          {feeds.map((feed) => (
            <FeedCard key={feed.id} feed={feed} onChanged={refresh} />
          ))}
        </Stack>
      )}
      {adding && <FeedForm feed={null} onSaved={refresh} onClose={() => setAdding(false)} />}
    </Page>
  );
}
