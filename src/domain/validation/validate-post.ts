import { checkComment } from '../../platforms/port/check-comment.js';
import { checkMedia } from '../../platforms/port/check-media.js';
import { checkApproval, checkSettings } from '../../platforms/port/check-settings.js';
import { rulesFor, settingsFor } from '../../platforms/port/rules.js';
import { MeasuredText } from '../../platforms/port/text-length.js';
import { findRules } from '../../platforms/rules-registry.js';
import { checkedFile } from '../posts/state/media-facts.js';
import { firstCommentIn } from '../posts/state/platform-settings.js';
import { checkContent } from './check-text.js';
import type { Issue, MeasuredPost, PostToValidate, UnplacedIssue, ValidationReport } from './validation.js';

/**
 * What would keep a post from being published on its platforms (docs/contract/validation.md). A failure of a
 * check is an issue too, and goes to `onFailure`, so that it is not lost.
 */
export function validatePost(post: PostToValidate, onFailure: (error: unknown) => void): ValidationReport {
  const measured = measure(post);
  return reportOf([...new Set(post.platforms)].flatMap((platform) => issuesOn(measured, platform, onFailure)));
}

/** A post whose text is measured once for all platforms. */
export const measure = (post: PostToValidate): MeasuredPost => ({ ...post, content: new MeasuredText(post.content) });

/** The issues on one platform. */
export const issuesOn = (post: MeasuredPost, platform: string, onFailure: (error: unknown) => void): Issue[] =>
  distinct(validateOn(post, platform, onFailure)).map((found) => ({ platform, severity: 'error', ...found }));

export function reportOf(issues: readonly Issue[]): ValidationReport {
  const errors = issues.filter(({ severity }) => severity === 'error');
  const warnings = issues.filter(({ severity }) => severity === 'warning');
  const affectedPlatforms = [...new Set(issues.map(({ platform }) => platform))];
  return {
    valid: errors.length === 0,
    errors,
    warnings,
    summary: { affectedPlatforms, errorCount: errors.length, warningCount: warnings.length },
  };
}

function validateOn(post: MeasuredPost, platform: string, onFailure: (error: unknown) => void): UnplacedIssue[] {
  const rules = findRules(platform);
  if (!rules) {
    return [{ code: 'PLATFORM_NOT_SUPPORTED', message: `Platform "${platform}" is not supported`, field: 'platform' }];
  }
  try {
    const given = post.settings[platform];
    const chosen: Record<string, unknown> = typeof given === 'object' && given !== null ? { ...given } : {};
    const isApproved = post.isApproved?.(platform) ?? true;
    const settings = settingsFor(rules, chosen, isApproved);
    const media = post.media.map((file) => checkedFile(file, platform));
    const content = post.content.on(rules.text);
    const onPlatform = { ...post, content, platform, rules: rulesFor(rules, settings), settings, media };
    const replaced = isApproved ? [] : checkApproval(onPlatform, chosen);
    const comment = post.firstComment ?? firstCommentIn(chosen);
    return [
      ...checkContent(onPlatform),
      ...checkMedia(onPlatform),
      ...checkSettings(onPlatform),
      ...(comment ? checkComment(platform, comment, onPlatform.rules, post.blocks) : []),
      ...replaced,
    ];
  } catch (error) {
    onFailure(error);
    const message = `The post could not be validated for ${platform}`;
    return [{ code: 'VALIDATION_SYSTEM_ERROR', message, field: 'system', suggestions: ['Try again'] }];
  }
}

/** Identical issues of several files are reported once. */
const distinct = (findings: readonly UnplacedIssue[]): UnplacedIssue[] => [
  ...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values(),
];
