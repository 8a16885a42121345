import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Anchor, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { PageLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { platformName } from '../../parts/platform.js';
import { Time } from '../../parts/time.js';
import { Console } from './console.js';
import { POST, type Post } from './operator.operations.js';
import { Rows } from './rows.js';

const route = getRouteApi('/signed-in/operator/posts/$groupId');

/** Everything about a post: its state, what happens next, attempts, deliveries and log. */
export const PostView = () => (
  <Console>
    <Loaded />
  </Console>
);

function Loaded() {
  const { groupId } = route.useParams();
  const [{ data, ...state }, refresh] = useRefetchingQuery({ query: POST, variables: { reference: groupId } });
  const failure = failureOf(state);
  const group = data?.post;
  const back = (
    <PageLink to="/operator" search={{ tab: 'posts' }}>
      <Trans>All posts</Trans>
    </PageLink>
  );
  return (
    <Page title={t`Post`} actions={back}>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!group && !failure && <Loading />}
      {group && (
        <>
          <Text style={{ overflowWrap: 'anywhere' }}>
            <Trans>
              {group.id} of{' '}
              <PageLink to="/operator/accounts/$userId" params={{ userId: group.userId }} underline="always">
                {group.email ?? t`a removed account`}
              </PageLink>
              , {group.status}, created <Time at={group.createdAt} />
            </Trans>
          </Text>
          {group.posts.map((post) => (
            <PlatformPost key={post.id} post={post} />
          ))}
          <Panel title={t`Log`}>
            <Rows
              label={t`Log`}
              none={t`Nothing is logged.`}
              head={[t`Time`, t`Event`, t`Platform`, t`Failure`]}
              rows={group.log.map(({ id, createdAt, event, platform, error, httpStatus }) => ({
                key: id,
                cells: [
                  <Time key="time" at={createdAt} />,
                  event,
                  platform ? platformName(platform) : '',
                  [httpStatus && `HTTP ${httpStatus}`, error].filter(Boolean).join(' '),
                ],
              }))}
            />
          </Panel>
        </>
      )}
    </Page>
  );
}

function PlatformPost({ post }: { post: Post }) {
  const { platform, partIndex, status, next, url, error, job, attempts, deliveries } = post;
  return (
    <Panel title={t`${platformName(platform)}, part ${partIndex + 1}: ${status}`}>
      <Stack gap={4} style={{ overflowWrap: 'anywhere' }}>
        <Text>{next}</Text>
        {url && (
          <Anchor href={url} target="_blank" rel="noreferrer">
            {url}
          </Anchor>
        )}
        {error && (
          <Text size="sm">
            {error.code} ({error.fault}): {error.message} {error.platformError}
          </Text>
        )}
        {job && (
          <Text size="sm" c="dimmed">
            {job.isStuck ? (
              <Trans>
                Job: {job.state}, stuck, from <Time at={job.startAfter} />
              </Trans>
            ) : (
              <Trans>
                Job: {job.state}, from <Time at={job.startAfter} />
              </Trans>
            )}
          </Text>
        )}
      </Stack>
      {attempts.length > 0 && (
        <Rows
          label={t`Attempts on ${platformName(platform)}, part ${partIndex + 1}`}
          none=""
          head={[t`Attempt`, t`Began`, t`Outcome`, t`Failure`]}
          rows={attempts.map(({ number, startedAt, outcome, failure }) => ({
            key: String(number),
            cells: [
              ...[number, <Time key="time" at={startedAt} />, outcome ?? t`open`],
              failure && `${failure.code} ${failure.platformStatusCode ?? ''} ${failure.message}`,
            ],
          }))}
        />
      )}
      {deliveries.map(({ id, event, status: delivery, attemptCount }) => (
        <Text key={id} size="sm">
          <Trans>
            Webhook: {event} {delivery} after <Plural value={attemptCount} one="# attempt" other="# attempts" />
          </Trans>
        </Text>
      ))}
    </Panel>
  );
}
