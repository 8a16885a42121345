import { plural, t } from '@lingui/core/macro';
import { Badge, Group } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { memo } from 'react';
import { platformName } from '../parts/platform.js';
import type { Preview } from './compose.operations.js';

/** A badge's: the line is there before the response, so that what is below does not move under the pointer. */
const LINE_HEIGHT = 20;

/** How long a text is on each platform, as the platform counts. */
export const Counts = memo(({ previews }: { previews: Preview[] }) => (
  <Group gap={6} mih={LINE_HEIGHT}>
    {previews.map(({ platform, platformIds, parts }) => {
      const isTooLong = parts.some(({ exceedsLimit }) => exceedsLimit);
      return (
        <Badge
          key={`${platform} ${platformIds}`}
          variant={isTooLong ? 'outline' : 'light'}
          color={isTooLong ? 'red' : 'gray'}
          c={isTooLong ? 'var(--mantine-color-error)' : 'var(--mantine-color-text)'}
          tt="none"
          leftSection={isTooLong && <AlertIcon size={12} aria-label={t`Too long`} />}
        >
          {platformName(platform)} {counted(parts)}
        </Badge>
      );
    })}
  </Group>
));

function counted(parts: Preview['parts']): string {
  const [only] = parts;
  return parts.length > 1
    ? plural(parts.length, { one: '# post', other: '# posts' })
    : `${only?.length ?? 0}/${only?.limit ?? 0}`;
}
