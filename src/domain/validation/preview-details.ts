/** What a platform makes of a previewed post beside its texts: title, files, entities and card. */
import type { CpuQueue } from '../../foundation/concurrency/cpu-queue.js';
import type { PlatformKey } from '../../platforms/port/platform.js';
import { findEntities, type TextEntity } from '../../platforms/port/text-entities.js';
import { findPlatform } from '../../platforms/registry.js';
import { platformRules } from '../../platforms/rules-registry.js';
import type { MediaFacts } from '../posts/state/media-facts.js';
import { type PreviewFile, previewFiles } from './preview-files.js';
import { type PlatformPreview, settingsAndRules } from './preview-post.js';

export interface PreviewDetails {
  title: string | null;
  files: PreviewFile[];
  textFollowsFiles: boolean;
}

interface Post {
  settings: Readonly<Record<string, unknown>>;
  media: readonly MediaFacts[];
}

export function previewDetails({ platform, parts }: PlatformPreview, { settings: all, media }: Post): PreviewDetails {
  const { settings, rules } = settingsAndRules(platform, all);
  const { text = '', length = 0 } = parts[0] ?? {};
  const { maxWithMedia = Number.POSITIVE_INFINITY } = rules.text;
  return {
    title: findPlatform(platform)?.titleOf?.({ text, settings, fileName: media[0]?.name ?? null }) ?? null,
    files: previewFiles(platform, media, rules.media),
    textFollowsFiles: media.length > 0 && length > maxWithMedia,
  };
}

/** Links, mentions and hashtags as the adapter marks them, or else as the platform finds them. */
export async function entitiesOf(
  text: string,
  platform: PlatformKey,
  cpuQueue: CpuQueue,
): Promise<readonly TextEntity[]> {
  const adapter = findPlatform(platform);
  if (adapter?.findEntities) return adapter.findEntities(text);
  const { entities } = platformRules[platform].text;
  return entities ? cpuQueue(() => findEntities(text, entities)) : [];
}

/** The address of the page that a card under a post without files shows; null for none. */
export async function cardAddress(text: string, platform: PlatformKey, cpuQueue: CpuQueue): Promise<string | null> {
  const adapter = findPlatform(platform);
  if (adapter?.cardLink) return adapter.cardLink(text);
  if (!platformRules[platform].text.cards) return null;
  const link = (await entitiesOf(text, platform, cpuQueue)).find(({ kind }) => kind === 'link');
  if (!link) return null;
  const address = text.slice(link.start, link.end);
  return /^https?:/i.test(address) ? address : `https://${address}`;
}
