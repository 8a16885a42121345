import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Dialog } from '../../parts/dialog.js';
import { excerpt } from '../../parts/excerpt.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { PageLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { useMay } from '../../parts/may.js';
import { showDone } from '../../parts/show-done.js';
import { Time } from '../../parts/time.js';
import { useRun } from '../../parts/use-run.js';
import { RECOVER_POSTS } from '../../posts/recovery.operations.js';
import classes from './accounts.module.css';
import { type Account, FAILED_POSTS } from './accounts.operations.js';

interface RecoverPostsProps {
  account: Account;
  onChanged: () => void;
}

/** Says that posts failed while the account had no access, and offers to publish them. */
export function RecoverPosts({ account, onChanged }: RecoverPostsProps) {
  const { username, recoverablePosts } = account;
  const [isOpen, setOpen] = useState(false);
  const { count } = recoverablePosts;
  return (
    <Group gap="xs" justify="space-between" className={classes.recover}>
      <Text size="sm">
        {plural(count, {
          one: '# post failed while this account had no access.',
          other: '# posts failed while this account had no access.',
        })}
      </Text>
      <Button
        size="xs"
        variant="default"
        aria-label={t`Review failed posts of @${username}`}
        onClick={() => setOpen(true)}
      >
        <Trans>Review</Trans>
      </Button>
      {isOpen && <Review account={account} onPublished={onChanged} onClose={() => setOpen(false)} />}
    </Group>
  );
}

interface ReviewProps {
  account: Account;
  onPublished: () => void;
  onClose: () => void;
}

/** The posts in the order in which they go out. */
function Review({ account: { id, platformId, username }, onPublished, onClose }: ReviewProps) {
  const [{ data, ...state }] = useQuery({
    query: FAILED_POSTS,
    variables: { platformId },
    requestPolicy: 'network-only',
  });
  const [, recover] = useMutation(RECOVER_POSTS);
  const { running, run } = useRun();
  const mayPublish = useMay('PUBLISH');
  const failure = failureOf(state);
  const failed = data?.connectedAccount?.recoverablePosts;
  const left = failed ? failed.count - failed.posts.length : 0;
  const publish = () =>
    run(async () => {
      const result = await recover({ input: { accountId: id } });
      const queued = result.data?.recoverPosts?.platformPosts.length;
      if (queued !== undefined) {
        showDone(plural(queued, { one: '# post on the way', other: '# posts on the way' }));
        onClose();
        onPublished();
      }
      return failureOf(result);
    });
  return (
    <Dialog onClose={onClose} title={t`Failed posts of @${username}`}>
      <Stack>
        {failure && <FailureNotice failure={failure} />}
        {!data && !failure && <Loading />}
        {failed?.count === 0 && (
          <Text size="sm">
            <Trans>No post waits any more.</Trans>
          </Text>
        )}
        {failed && failed.count > 0 && (
          <>
            <Text size="sm">
              <Trans>
                They failed because the account had no access. They are published in this order, seconds apart. If a
                post is out of date, open it and delete it first.
              </Trans>
            </Text>
            <ol className={classes.failed}>
              {failed.posts.map(({ id: postId, content, postGroup }) => (
                <li key={postId}>
                  {postGroup && (
                    <Text size="xs" c="dimmed">
                      <Time at={postGroup.scheduledTime ?? postGroup.createdAt} />
                    </Text>
                  )}
                  <PageLink to="/posts/$postGroupId" params={{ postGroupId: postGroup?.id ?? '' }} size="sm">
                    {excerpt(content) || t`Without text`}
                  </PageLink>
                </li>
              ))}
            </ol>
            {left > 0 && (
              <Text size="sm" c="dimmed">
                <Trans>And {left} more.</Trans>
              </Text>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {mayPublish ? t`Cancel` : t`Close`}
              </Button>
              {mayPublish && (
                <Button loading={running} onClick={publish}>
                  <Trans>Publish them in order</Trans>
                </Button>
              )}
            </Group>
          </>
        )}
      </Stack>
    </Dialog>
  );
}
