import { Text } from '@mantine/core';
import type { Preview } from './preview.types.js';
import classes from './previews.module.css';

/** The first comment below a preview, as the platform gets it, with its count. */
export function CommentPreview({ comment }: { comment: NonNullable<Preview['firstComment']> }) {
  const { text, length, limit, exceedsLimit } = comment;
  return (
    <section aria-label="First comment">
      <Text size="sm" className={classes.comment}>
        <Text span fw={500}>
          First comment:{' '}
        </Text>
        {text}
      </Text>
      <Text size="xs" c={exceedsLimit ? 'var(--mantine-color-error)' : 'dimmed'}>
        {length} of {limit}
        {exceedsLimit && `: ${length - limit} too many`}
      </Text>
    </section>
  );
}
