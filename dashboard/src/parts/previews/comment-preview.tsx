import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import type { Preview } from './preview.types.js';
import classes from './previews.module.css';

/** The first comment below a preview, as the platform gets it, with its count. */
export function CommentPreview({ comment }: { comment: NonNullable<Preview['firstComment']> }) {
  const { text, length, limit, exceedsLimit } = comment;
  return (
    <section aria-label={t`First comment`}>
      <Text size="sm" className={classes.comment}>
        <Text span fw={500}>
          <Trans>First comment: </Trans>
        </Text>
        {text}
      </Text>
      <Text size="xs" c={exceedsLimit ? 'var(--mantine-color-error)' : 'dimmed'}>
        {exceedsLimit ? t`${length} of ${limit}: ${length - limit} too many` : t`${length} of ${limit}`}
      </Text>
    </section>
  );
}
