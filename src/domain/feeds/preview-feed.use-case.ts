import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Viewer } from '../identity/access/viewer.js';
import { ALL_ADDITIONS } from '../posts/state/additions.js';
import type { FinishTexts } from '../posts/state/finish-text.port.js';
import type { InspectFiles } from '../posts/state/media-of-group.port.js';
import { mergeSettings } from '../posts/state/platform-settings.js';
import { parseTargets } from '../posts/state/targets.js';
import type { Issue } from '../validation/validation.js';
import type { Validator } from '../validation/validator.step.js';
import { filteredOut } from './entry-filter.js';
import type { FeedEntryContent } from './feed-document.js';
import { parseFeedUrl } from './feeds.js';
import { finishesOf } from './finishes-of-feed.step.js';
import { type Finishes, postOfEntry, textsOfPost } from './post-of-entry.js';
import { type AllRules, parseRules, type ReadOnRequest, type Rules } from './rules-of-feed.step.js';

/** Entries that a preview has. */
const MAX_PREVIEWED = 10;

export interface PreviewedEntry extends Omit<FeedEntryContent, 'identity'> {
  /** Why the filter leaves it out; null: it becomes a post. */
  filteredOut: string | null;
  texts: { platformId: string; text: string; problems: Issue[] }[];
}

export interface FeedPreview {
  title: string;
  entries: PreviewedEntry[];
}

/** Reads a feed, and shows what its newest entries would become. Stores nothing. Errors: those of creating it. */
export type PreviewFeed = (viewer: Viewer, input: AllRules & { url: string }) => Promise<FeedPreview>;

interface Needs {
  db: Db;
  validator: Validator;
  inspectFiles: InspectFiles;
  finishTexts: FinishTexts;
  clock: () => Date;
}

export const makePreviewFeed =
  (needs: Needs & { readOnRequest: ReadOnRequest }): PreviewFeed =>
  async (viewer, { url, ...input }) => {
    const address = parseFeedUrl(url);
    const rules = await parseRules(needs.db, viewer.userId, { platformIds: [], ...input });
    const { document } = await needs.readOnRequest(viewer, address);
    const finishes = await finishesOf(needs, viewer.userId, rules.platformIds);
    const entries: PreviewedEntry[] = [];
    for (const { identity: _, ...content } of document.entries.slice(0, MAX_PREVIEWED)) {
      const texts = await previewTexts(needs, viewer, { rules, finishes }, content);
      entries.push({ ...content, filteredOut: filteredOut(rules.filter, content), texts });
    }
    return { title: document.title, entries };
  };

async function previewTexts(
  { db, validator, inspectFiles }: Needs,
  { userId }: Viewer,
  { rules, finishes }: { rules: Rules; finishes: Finishes },
  entry: Omit<FeedEntryContent, 'identity'>,
): Promise<PreviewedEntry['texts']> {
  const { content, media: files } = postOfEntry(rules, entry, rules.platformIds, finishes);
  const own = textsOfPost(rules, entry, rules.platformIds, finishes);
  const targets = parseTargets(rules.platformIds);
  const media = files.length > 0 ? await inspectFiles({ id: '', userId }, files) : [];
  const { errors, warnings } = await validator.validateWritten(db, {
    ...{ userId, content, targets, ownTexts: own, settings: mergeSettings({}), media },
    ...{ allowed: ALL_ADDITIONS, scheduledTime: null },
  });
  const issues = [...errors, ...warnings];
  return targets.map(({ platform, platformId }) => ({
    ...{ platformId, text: own.get(platformId)?.content ?? content },
    problems: issues.filter(
      (issue) => issue.platform === platform && (issue.platformIds?.includes(platformId) ?? !own.has(platformId)),
    ),
  }));
}
