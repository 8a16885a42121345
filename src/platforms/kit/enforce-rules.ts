/**
 * A post that breaks a platform's rules is refused before anything is sent: the platform would refuse it late, after
 * uploads, with a different message each. Validation refuses it with the same message, but REST schedules without
 * validation [create-post/no-validation].
 */
import { cutAltTexts } from '../port/alt-text.js';
import { checkComment } from '../port/check-comment.js';
import { checkMedia } from '../port/check-media.js';
import { checkSettings } from '../port/check-settings.js';
import { checkText } from '../port/check-text.js';
import type { Failure } from '../port/failure.js';
import { type CheckedFile, failureOf } from '../port/finding.js';
import type { Part, PartMedia, Platform, PlatformKey } from '../port/platform.js';
import { type Block, type FileFormat, type PlatformRules, rulesFor, settingsFor } from '../port/rules.js';
import { MeasuredText } from '../port/text-length.js';
import { failed } from './failed-step.js';

/** A platform that enforces its rules before publishing, and bounds its numbers. */
export const enforceRules = (platform: Platform, rules: PlatformRules): Platform => ({
  ...platform,
  publisher(http, setup, clock) {
    const publisher = platform.publisher(http, setup, clock);
    const fitted = (part: Part): Part => {
      const settings = settingsFor(rules, part.settings, setup.approved);
      return { ...part, settings, media: cutAltTexts(rulesFor(rules, settings).media, part.media) };
    };
    return {
      async start(given, account) {
        const part = fitted(given);
        const failure = refuse(platform.key, rules, part);
        return failure ? { kind: 'failed', failure } : publisher.start(part, account);
      },
      lookUp: async (part, account, state) => publisher.lookUp(fitted(part), account, state),
      finish: async (part, account, state) => publisher.finish(fitted(part), account, state),
    };
  },
  ...(platform.metrics && { metrics: bounded(platform.key, platform.metrics) }),
});

/**
 * Metrics that read as many posts as the platform allows in one call: a caller that passes more is wrong. A response without
 * any number of the account is a failure.
 */
const bounded = (
  platform: PlatformKey,
  metrics: NonNullable<Platform['metrics']>,
): NonNullable<Platform['metrics']> => ({
  ...metrics,
  open(http, setup) {
    const opened = metrics.open(http, setup);
    return {
      ...opened,
      async ofPosts(account, posts) {
        const { postsAtOnce } = metrics;
        if (posts.length > postsAtOnce) throw new Error(`${posts.length} posts where ${postsAtOnce} are read at once`);
        return posts.length === 0 ? { kind: 'ok', value: [] } : opened.ofPosts(account, posts);
      },
      async ofAccount(account) {
        const result = await opened.ofAccount(account);
        if (result.kind === 'failed' || Object.keys(result.value.values).length > 0) return result;
        const context = { platform, purpose: 'prepare', secrets: [] } as const;
        return failed('PLATFORM_SERVER_ERROR', context, {
          ...{ outcome: 'rejected', happened: 'responded without numbers of this account' },
        });
      },
    };
  },
});

function refuse(platform: PlatformKey, all: PlatformRules, part: Part): Failure | null {
  const { text, media, settings, isComment } = part;
  const rules = rulesFor(all, settings);
  if (isComment) return failureOf(checkComment(platform, text, rules, NOTHING_BLOCKED));
  const post = { platform, rules, settings, content: new MeasuredText(text), media: media.map(checkedFile) };
  return failureOf([...checkMedia(post), ...checkText(post), ...checkSettings(post)]);
}

/** What the operator blocks, publishing refuses earlier. */
const NOTHING_BLOCKED: Readonly<Record<Block, boolean>> = { threadtalkThreadsBlocked: false };

/** Formats that are not named like the content type. */
const FORMATS: Readonly<Record<string, FileFormat>> = { quicktime: 'mov', 'x-msvideo': 'avi', 'x-matroska': 'mkv' };

const UNKNOWN = { frames: null, frameRate: null, codec: null, pixelFormat: null };

function checkedFile({
  kind,
  mimeType,
  bytes,
  width,
  height,
  durationSeconds: seconds,
  altText,
}: PartMedia): CheckedFile {
  const [, name = ''] = mimeType.split('/');
  const format = FORMATS[name] ?? (name as FileFormat);
  // Nothing that these would be refused for is sent; warnings are validation's.
  return {
    kind,
    missing: null,
    problem: null,
    format,
    bytes,
    width,
    height,
    seconds,
    ...UNKNOWN,
    altText,
    isSent: true,
  };
}
