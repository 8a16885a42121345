import { Anchor, Text } from '@mantine/core';
import { LinkExternalIcon } from '@primer/octicons-react';
import { Time } from '../../parts/time.js';
import type { Group } from './posts.operations.js';

/** A part, or a first comment. */
type Sent = Pick<Group['posts'][number], 'status' | 'attemptCount' | 'dueAt' | 'publishedAt' | 'deletedAt' | 'url'>;

/** Its state, in a sentence. */
export function Progress({ post: { status, attemptCount, dueAt, publishedAt, deletedAt, url } }: { post: Sent }) {
  const attempts = attemptCount > 1 && ` after ${attemptCount} attempts`;
  return (
    <Text size="sm" c="dimmed">
      {status === 'DRAFT' && 'It goes out once the post is scheduled.'}
      {(status === 'SCHEDULED' || status === 'PENDING') && (
        <>
          Waits for its turn
          {dueAt && (
            <>
              {' '}
              at <Time at={dueAt} />
            </>
          )}
          .
        </>
      )}
      {status === 'PROCESSING' &&
        (dueAt && attemptCount > 0 ? (
          <>
            Attempt {attemptCount} did not succeed; the next is due <Time at={dueAt} seconds />.
          </>
        ) : (
          'Is being sent.'
        ))}
      {status === 'PUBLISHED' && (
        <>
          Published{attempts}
          {publishedAt && (
            <>
              , <Time at={publishedAt} />
            </>
          )}
          .{' '}
        </>
      )}
      {status === 'FAILED' && <>Not published{attempts}.</>}
      {status === 'DELETED' && (
        <>
          Deleted on the platform
          {deletedAt && (
            <>
              , <Time at={deletedAt} />
            </>
          )}
          .
        </>
      )}
      {status === 'PUBLISHED' && url && (
        <Anchor href={url} target="_blank" rel="noreferrer" underline="always">
          Show it there <LinkExternalIcon size={12} />
        </Anchor>
      )}
    </Text>
  );
}
