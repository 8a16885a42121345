/** The metadata of a post: its caption and its settings. */
import { type FailedStep, failed } from '../kit/failed-step.js';
import type { Part } from '../port/platform.js';

/** `post_info` of the API. */
export interface PostInfo {
  title?: string;
  privacy_level: string;
  disable_comment: boolean;
  disable_duet: boolean;
  disable_stitch: boolean;
  /** A paid partnership. */
  brand_content_toggle: boolean;
  /** The account's own business. */
  brand_organic_toggle: boolean;
  video_cover_timestamp_ms?: number;
}

/** Makes it as far as the account may post so. */
export function makePostInfo(
  { text, settings, videoTimestamp }: Part,
  { privacy_level_options: offered }: { privacy_level_options: readonly string[] },
): { kind: 'made'; post: PostInfo } | FailedStep {
  const isOn = (name: string): boolean => settings[name] === true;
  const viewer = String(settings.viewerSetting);
  if (!offered.includes(viewer)) {
    return refused(`does not let this account post for ${viewer}, only for ${offered.join(', ')}`);
  }
  const post: PostInfo = {
    ...(text !== '' && { title: text }),
    privacy_level: viewer,
    // The platform's flags are the inverse [settings/shortvideo-inverted-flags].
    disable_comment: !isOn('allowComments'),
    disable_duet: !isOn('allowDuet'),
    disable_stitch: !isOn('allowStitch'),
    // Without commercial content neither holds, also if it was chosen.
    brand_content_toggle: isOn('commercialContent') && isOn('brandedContent'),
    brand_organic_toggle: isOn('commercialContent') && isOn('brandOrganic'),
    ...(videoTimestamp !== null && { video_cover_timestamp_ms: Math.round(videoTimestamp) }),
  };
  return { kind: 'made', post };
}

function refused(happened: string): FailedStep {
  const context = { platform: 'shortvideo', purpose: 'prepare', secrets: [] } as const;
  return failed('INVALID_CONTENT', context, { outcome: 'rejected', happened });
}
