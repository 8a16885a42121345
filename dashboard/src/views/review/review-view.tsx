import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { BRAND_NAME, Mark, showPageInTab } from '../../parts/brand.js';
import { CardPage } from '../../parts/card-page.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { cityOf } from '../../parts/formats.js';
import { Loading } from '../../parts/loading.js';
import { Time, useTimeZone } from '../../parts/time.js';
import classes from './review.module.css';
import { isOpen, REVIEW, type Review } from './review.operations.js';
import { ReviewPost } from './review-post.js';

const route = getRouteApi('/review/$token');

/** What an approval link opens, for somebody without a login: posts to approve, and nothing else of the account. */
export function ReviewView() {
  const { token } = route.useParams();
  const [{ data, ...state }, refresh] = useRefetchingQuery({ query: REVIEW, variables: { token } });
  const failure = failureOf(state);
  if (failure?.code === 'APPROVAL_LINK_INVALID') return <Invalid />;
  if (data?.review) return <Posts review={data.review} token={token} onChanged={refresh} />;
  return (
    <CardPage title={t`Approval`}>
      {failure ? <FailureNotice failure={failure} onRetry={refresh} /> : <Loading rows={3} />}
    </CardPage>
  );
}

interface PostsProps {
  review: Review;
  token: string;
  onChanged: () => void;
}

function Posts({ review: { accountName, name, expiresAt, posts }, token, onChanged }: PostsProps) {
  const timeZone = useTimeZone();
  const title = t`Posts of ${accountName}`;
  useEffect(() => {
    showPageInTab(title);
  }, [title]);
  const waiting = posts.filter(isOpen).length;
  return (
    <main className={classes.page}>
      <header className={classes.head}>
        <Mark size={32} />
        <div>
          <Text size="sm" c="dimmed">
            {BRAND_NAME}
          </Text>
          <Title order={1} className={classes.title}>
            {title}
          </Title>
          <Text c="dimmed">
            <Trans>for {name}</Trans>
          </Text>
        </div>
      </header>
      <Text role="status">{waitingInWords(posts.length, waiting)}</Text>
      <Stack gap="lg">
        {posts
          .toSorted((one, other) => Number(isOpen(other)) - Number(isOpen(one)))
          .map((post) => (
            <ReviewPost
              key={`${post.postGroupId} ${post.requestedAt}`}
              post={post}
              accountName={accountName}
              token={token}
              onChanged={onChanged}
            />
          ))}
      </Stack>
      <Text size="sm" c="dimmed">
        <Trans>
          Times are in {cityOf(timeZone)}. This page is valid until <Time at={expiresAt} />. Do not pass its address on.
        </Trans>
      </Text>
    </main>
  );
}

function waitingInWords(all: number, waiting: number): string {
  if (all === 0) return t`No post waits for you. When somebody asks for your approval, it is here.`;
  if (waiting === 0) return t`Nothing waits for you.`;
  return plural(waiting, { one: '# post waits for your approval.', other: '# posts wait for your approval.' });
}

const Invalid = () => (
  <CardPage title={t`This link is no longer valid`}>
    <Text>
      <Trans>It has expired or was revoked. Ask the person who sent it to you for another one.</Trans>
    </Text>
  </CardPage>
);
