/** Publishing as the service does it, without its database: the files are checked and converted, the text is split. */
import { refuseFiles } from '../../../src/domain/media/refuse-files.js';
import { refuseThread, splitContent } from '../../../src/domain/publishing/split-content.js';
import type { Http } from '../../../src/foundation/http-client/http.js';
import { NO_SETUP } from '../../../src/platforms/platform-directory.js';
import type { Account } from '../../../src/platforms/port/account.js';
import type { LookupResult, PartMedia, Platform } from '../../../src/platforms/port/platform.js';
import { type Block, rulesFor } from '../../../src/platforms/port/rules.js';
import { MeasuredText } from '../../../src/platforms/port/text-length.js';
import { platformRules } from '../../../src/platforms/rules-registry.js';
import { drive } from '../driving.js';
import { clock, makePart } from '../support.js';
import type { TruthFiles, Uploaded } from './files.js';

export interface PostToPublish {
  text: string;
  files: readonly Uploaded[];
  settings: Record<string, unknown>;
  blocks: Readonly<Record<Block, boolean>>;
  isApproved: boolean;
}

export type Outcome =
  /** As many posts as the text has parts, and the files of the first. */
  | { kind: 'published'; ids: string[]; media: PartMedia[] }
  /** Refused, by the service or by the platform. */
  | { kind: 'refused'; message: string; step?: LookupResult };

/** Publishes a post on an account, each part in reply to the one before. */
export async function publishPost(
  platform: Platform,
  http: Http,
  account: Account,
  store: TruthFiles,
  { text, files, settings, blocks, isApproved }: PostToPublish,
): Promise<Outcome> {
  const all = platformRules[platform.key];
  const parts = splitContent(new MeasuredText(text).on(all.text), all);
  const refusal = refuseThread(
    platform.key,
    parts.map((part) => part.text),
    all,
    blocks,
  );
  if (refusal !== null) return { kind: 'refused', message: refusal };
  const target = { platform: platform.key, rules: all, settings };
  const failure = refuseFiles(
    target,
    files.map(({ facts }) => facts),
  );
  if (failure) return { kind: 'refused', message: failure.message };
  const rules = rulesFor(all, settings);
  const media = await Promise.all(files.map((file) => store.prepare(file, rules.media.image)));
  const ids: string[] = [];
  for (const { text: partText } of parts) {
    const part = makePart(partText, { media: ids.length === 0 ? media : [], settings, replyTo: ids.at(-1) ?? null });
    const { step } = await drive(
      () => platform.publisher(http, { ...NO_SETUP, approved: isApproved }, clock),
      part,
      account,
    );
    if (step.kind === 'failed') return { kind: 'refused', message: step.failure.message, step };
    if (step.kind !== 'published') throw new Error(`It ended as ${step.kind}`);
    ids.push(step.postedId);
  }
  return { kind: 'published', ids, media };
}
