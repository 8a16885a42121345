import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import type { Account } from '../../parts/accounts.js';
import { platformName } from '../../parts/platform.js';
import { PlatformGlyph } from '../../parts/platform-glyph.js';
import { PlatformLook } from '../../parts/previews/platform-look.js';
import type { Preview, ShownFile } from '../../parts/previews/preview.types.js';
import type { ReviewedPost } from './review.operations.js';

interface ReviewLooksProps {
  post: ReviewedPost;
  accountName: string;
}

/** The post as each platform will show it: one tab per text. The link shows no handles and pictures of accounts. */
export function ReviewLooks({ post: { texts, media, scheduledTime }, accountName }: ReviewLooksProps) {
  const [chosen, setChosen] = useState<string | null>('0');
  const filesOf = (sent: ReviewedPost['texts'][number]['files']) =>
    media.map(({ type, url, altText }, index): ShownFile => {
      const { width = null, height = null, area = null } = sent[index] ?? {};
      return {
        key: url,
        mediaId: null,
        type,
        name: type === 'VIDEO' ? t`Video ${index + 1}` : t`Image ${index + 1}`,
        altText: altText ?? '',
        source: url,
        ratio: width && height ? width / height : null,
        area,
      };
    });
  const looks = texts.map(({ platform, parts, firstComment, files }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a platform may have several texts.
    <article key={index} aria-label={t`On ${platformName(platform)}`}>
      <PlatformLook
        post={{
          account: accountOn(platform, accountName),
          preview: previewOf(platform, parts),
          files: filesOf(files),
          coverMs: null,
          at: scheduledTime,
        }}
      />
      {firstComment && (
        <Text size="sm" mt="xs" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          <Text span fw={500}>
            <Trans>First comment:</Trans>
          </Text>{' '}
          {firstComment}
        </Text>
      )}
    </article>
  ));
  if (looks.length <= 1) return looks;
  return (
    <Tabs value={chosen} onChange={setChosen}>
      <Tabs.List mb="sm" aria-label={t`Platforms`}>
        {texts.map(({ platform }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above.
          <Tabs.Tab key={index} value={String(index)} leftSection={<PlatformGlyph platform={platform} decorative />}>
            {platformName(platform)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {looks.map((look, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above.
        <Tabs.Panel key={index} value={String(index)}>
          {look}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** Its handle is not known here. */
const accountOn = (platform: Preview['platform'], displayName: string): Account => ({
  id: '',
  platform,
  platformId: '',
  username: '',
  displayName,
  picturePath: null,
  tokenStatus: 'VALID',
  revokedAt: null,
});

const previewOf = (platform: Preview['platform'], parts: readonly string[]): Preview => ({
  platform,
  platformIds: null,
  additions: [],
  title: null,
  cardUrl: null,
  textFollowsFiles: false,
  firstComment: null,
  files: [],
  parts: parts.map((text, index) => ({
    text,
    length: text.length,
    limit: text.length,
    exceedsLimit: false,
    hasMedia: index === 0,
    entities: [],
  })),
});
