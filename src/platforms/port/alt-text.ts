/** Alternative texts over a platform's limit are cut at the limit [content-limits/alt-texts-cut]. */
import type { CheckedFile, CheckedPost, Finding } from './finding.js';
import type { AltTextRules, MediaRules } from './rules.js';
import { cutToLimit, exceededLimit } from './text-length.js';

/** A file as far as its alternative text is concerned. */
type Described = Pick<CheckedFile, 'kind' | 'altText'>;

const limitOf = (rules: MediaRules, { kind }: Described): AltTextRules | undefined => rules[kind]?.altText;

/** Between the texts of several files, where a post has one for all of them. */
const JOINT = '\n';

/** The files with their alternative texts as the platform accepts them. */
export function cutAltTexts<T extends Described>(rules: MediaRules, media: readonly T[]): T[] {
  let used = '';
  return media.map((file) => {
    const limit = limitOf(rules, file);
    if (!limit || !file.altText) return file;
    const before = limit.isShared && used !== '' ? used + JOINT : '';
    const altText = cutToLimit(before + file.altText, limit).slice(before.length);
    if (limit.isShared) used = before + altText;
    return { ...file, altText: altText || null };
  });
}

export function checkAltTexts({ platform, rules, media }: CheckedPost): Finding[] {
  const described = media.filter((file) => file.altText);
  const shared = described.filter((file) => limitOf(rules.media, file)?.isShared);
  const own = described.filter((file) => !shared.includes(file));
  const texts = [
    ...own.map((file) => ({ text: file.altText ?? '', limit: limitOf(rules.media, file) })),
    ...shared
      .slice(0, 1)
      .map((file) => ({ text: shared.map(({ altText }) => altText).join(JOINT), limit: limitOf(rules.media, file) })),
  ];
  return texts.flatMap(({ text, limit }): Finding[] => {
    const exceeded = limit && exceededLimit(text, limit);
    if (!exceeded) return [];
    const { unit, currentValue, maxValue } = exceeded;
    return [
      {
        code: 'CONTENT_TOO_LONG',
        message: `Alternative text exceeds ${platform}'s ${maxValue} ${unit} limit (currently ${currentValue})`,
        field: 'altText',
        severity: 'warning',
        constraint: 'maxLength',
        currentValue,
        maxValue,
        suggestions: ['It will be cut when it is published'],
      },
    ];
  });
}
