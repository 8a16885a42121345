import { findRules } from '../../platforms/rules-registry.js';
import type { CreatePostGroupInput } from '../posts/create-post-group.use-case.js';
import { ALL_ADDITIONS } from '../posts/state/additions.js';
import type { FinishText } from '../posts/state/finish-text.port.js';
import { MediaType } from '../posts/state/media-type.js';
import type { OwnOfTarget, OwnTexts } from '../posts/state/overrides.js';
import { parseTargets } from '../posts/state/targets.js';
import { entryText } from './entry-text.js';
import type { Feed } from './feed.repository.js';
import type { FeedEntryContent } from './feed-document.js';

type Form = Pick<Feed, 'template' | 'attachesImages'>;
type Entry = Omit<FeedEntryContent, 'identity'>;

/** What is added to the texts of targets, by platform id. */
export type Finishes = ReadonlyMap<string, FinishText>;

/** The post that an entry becomes. Accounts for which its text is too long have a shorter one. */
export function postOfEntry(
  form: Form,
  entry: Entry,
  platformIds: readonly string[],
  finishes: Finishes,
): CreatePostGroupInput {
  const image = imageOf(form, entry);
  const overrides = [...textsOfPost(form, entry, platformIds, finishes)];
  return {
    content: entryText(form.template, entry, null),
    ...{ platformIds, accountIds: [], scheduledTime: null, schedule: null, platformSettings: {} },
    overrides: overrides.map(([platformId, own]) => ({ platformId, ...own })),
    media: image === null ? [] : [{ url: image, type: MediaType.IMAGE, altText: undefined }],
    ...{ idempotencyKey: null, isBeingSent: false, validate: true, ...ALL_ADDITIONS },
  };
}

const imageOf = ({ attachesImages }: Form, { image }: Entry): string | null => (attachesImages ? image : null);

/** The shorter texts, by platform id. */
export function textsOfPost(form: Form, entry: Entry, platformIds: readonly string[], finishes: Finishes): OwnTexts {
  const whole = entryText(form.template, entry, null);
  const hasImage = imageOf(form, entry) !== null;
  const known = new Map<string, string>();
  const texts = new Map<string, OwnOfTarget>();
  for (const { platform, platformId } of parseTargets(platformIds)) {
    const rules = findRules(platform)?.text;
    const finish = finishes.get(platformId) ?? null;
    const shared = finish ? undefined : known.get(platform);
    const text = shared ?? entryText(form.template, entry, rules ? { rules, hasImage, finish } : null);
    if (!finish) known.set(platform, text);
    if (text !== whole) texts.set(platformId, { content: text });
  }
  return texts;
}
