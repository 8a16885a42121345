import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Anchor, Text } from '@mantine/core';
import { LinkExternalIcon } from '@primer/octicons-react';
import { Time } from '../../parts/time.js';
import type { Group } from './posts.operations.js';

/** A part, or a first comment. */
type Sent = Pick<Group['posts'][number], 'status' | 'attemptCount' | 'dueAt' | 'publishedAt' | 'deletedAt' | 'url'>;

/** Its state, in a sentence. */
export function Progress({ post: { status, attemptCount, dueAt, publishedAt, deletedAt, url } }: { post: Sent }) {
  return (
    <Text size="sm" c="dimmed">
      {status === 'DRAFT' && t`It goes out once the post is scheduled.`}
      {(status === 'SCHEDULED' || status === 'PENDING') &&
        (dueAt ? (
          <Trans>
            Waits for its turn at <Time at={dueAt} />.
          </Trans>
        ) : (
          t`Waits for its turn.`
        ))}
      {status === 'PROCESSING' &&
        (dueAt && attemptCount > 0 ? (
          <Trans>
            Attempt {attemptCount} did not succeed; the next is due <Time at={dueAt} seconds />.
          </Trans>
        ) : (
          t`Is being sent.`
        ))}
      {status === 'PUBLISHED' && <Published attempts={attemptCount} at={publishedAt} />}
      {status === 'FAILED' &&
        (attemptCount > 1
          ? plural(attemptCount, { one: 'Not published after # attempt.', other: 'Not published after # attempts.' })
          : t`Not published.`)}
      {status === 'DELETED' &&
        (deletedAt ? (
          <Trans>
            Deleted on the platform, <Time at={deletedAt} />.
          </Trans>
        ) : (
          t`Deleted on the platform.`
        ))}
      {status === 'PUBLISHED' && ' '}
      {status === 'PUBLISHED' && url && (
        <Anchor href={url} target="_blank" rel="noreferrer" underline="always">
          <Trans>
            Show it there <LinkExternalIcon size={12} />
          </Trans>
        </Anchor>
      )}
    </Text>
  );
}

function Published({ attempts, at }: { attempts: number; at: string | null }) {
  if (attempts <= 1) {
    return at ? (
      <Trans>
        Published, <Time at={at} />.
      </Trans>
    ) : (
      t`Published.`
    );
  }
  return at ? (
    <Trans>
      Published after <Plural value={attempts} one="# attempt" other="# attempts" />, <Time at={at} />.
    </Trans>
  ) : (
    plural(attempts, { one: 'Published after # attempt.', other: 'Published after # attempts.' })
  );
}
