import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Paper, Stack, Text } from '@mantine/core';
import type { Preview } from './feeds.operations.js';

/** What the newest entries of a feed would become: each different text once. */
export function FeedPreview({ preview: { title, entries } }: { preview: Preview }) {
  if (entries.length === 0)
    return (
      <Text size="sm">
        <Trans>The feed has no entries at the moment.</Trans>
      </Text>
    );
  return (
    <Stack
      component="ul"
      gap="xs"
      p={0}
      m={0}
      style={{ listStyle: 'none' }}
      aria-label={title ? t`Preview of ${title}` : t`Preview of the feed`}
    >
      {entries.map(({ title: name, link, filteredOut, texts }) => (
        <Paper component="li" key={`${link} ${name}`} withBorder p="sm">
          {filteredOut ? (
            <Text size="sm" c="dimmed">
              <Trans>
                {name}: becomes no post. {filteredOut}.
              </Trans>
            </Text>
          ) : (
            eachOnce(texts).map(({ text, platformId, problems }) => (
              <Stack key={platformId} gap={2}>
                <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                  {text}
                </Text>
                {problems.map(({ message, prevents }) => (
                  <Text key={message} size="xs" c={prevents ? 'red' : 'dimmed'}>
                    {message}
                  </Text>
                ))}
              </Stack>
            ))
          )}
        </Paper>
      ))}
    </Stack>
  );
}

type PreviewText = Preview['entries'][number]['texts'][number];

const eachOnce = (texts: readonly PreviewText[]): PreviewText[] => [
  ...new Map(texts.map((one) => [JSON.stringify([one.text, one.problems]), one])).values(),
];
