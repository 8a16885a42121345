import { Group, Image, Paper, Stack, Text, Title } from '@mantine/core';
import type { Account } from '../../parts/accounts.js';
import { platformName } from '../../parts/platform.js';
import type { Preview } from './compose.operations.js';
import type { DraftFile } from './draft.js';

interface PreviewsProps {
  previews: Preview[];
  /** The chosen ones. */
  accounts: Account[];
  files: DraftFile[];
}

/** The post on each platform: its parts as they will be split and numbered. */
export const Previews = ({ previews, accounts, files }: PreviewsProps) => (
  <Stack component="section" aria-labelledby="preview" gap="sm">
    <Title order={2} size="h4" id="preview">
      Preview
    </Title>
    {previews.length === 0 && (
      <Text size="sm" c="dimmed">
        Choose an account and write something: here you see what it becomes on each platform.
      </Text>
    )}
    {previews.map((preview) => (
      <PlatformPreview
        key={`${preview.platform} ${preview.platformIds}`}
        preview={preview}
        accounts={accounts}
        files={files}
      />
    ))}
  </Stack>
);

function PlatformPreview({ preview, accounts, files }: Omit<PreviewsProps, 'previews'> & { preview: Preview }) {
  const { platform, platformIds, parts } = preview;
  const name = platformName(platform);
  const own = accounts.filter(({ platformId }) => platformIds?.includes(platformId));
  return (
    <Paper component="article" withBorder p="sm" aria-label={`Preview on ${name}`}>
      <Stack gap="xs">
        <Title order={3} size="h6">
          {name} {own.map(({ username }) => `@${username}`).join(', ')}
        </Title>
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is what is at this place.
          <Stack key={index} gap={4}>
            <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              <Linked text={part.text} />
            </Text>
            {part.hasMedia && <Thumbnails files={files} />}
            <Text size="xs" c={part.exceedsLimit ? 'var(--mantine-color-error)' : 'dimmed'}>
              {part.length} of {part.limit}
              {part.exceedsLimit && `: ${part.length - part.limit} too many`}
            </Text>
          </Stack>
        ))}
      </Stack>
    </Paper>
  );
}

const LINK = /(https?:\/\/\S+)/;

/** A text with its links marked. */
const Linked = ({ text }: { text: string }) =>
  text.split(LINK).map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other identity.
      <Text key={index} span inherit c="var(--mantine-color-anchor)" td="underline">
        {piece}
      </Text>
    ) : (
      piece
    ),
  );

const Thumbnails = ({ files }: { files: DraftFile[] }) => (
  <Group gap={4}>
    {files.map(({ key, type, url, problem, name, altText }) =>
      type === 'IMAGE' && url && problem === null ? (
        <Image key={key} src={url} alt={altText} w={64} h={64} fit="cover" radius="sm" />
      ) : (
        <Text key={key} size="xs" c="dimmed">
          {name}
        </Text>
      ),
    )}
  </Group>
);
