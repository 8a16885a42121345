/** The metadata of a video: its title and description, and its settings. */
import path from 'node:path';
import { type FailedStep, failed } from '../kit/failed-step.js';
import type { Part, PartMedia } from '../port/platform.js';

/** "People & Blogs", as the platform's own page chooses it. */
const CATEGORY = '22';

/** A `video` of the API. */
export interface VideoResource {
  snippet: { title: string; description: string; categoryId: string };
  status: { privacyStatus: unknown; selfDeclaredMadeForKids: boolean };
}

/** Makes it, unless the platform would refuse its texts. */
export function makeResource(
  { text, settings }: Part,
  { name }: PartMedia,
): { kind: 'made'; resource: VideoResource } | FailedStep {
  const chosen = String(settings.title ?? '').trim();
  if (/[<>]/.test(chosen + text)) {
    const context = { platform: 'videohub', purpose: 'prepare', secrets: [] } as const;
    const happened = 'does not accept < or > in a title or a description';
    return failed('INVALID_CONTENT', context, { outcome: 'rejected', happened });
  }
  const title = chosen || toTitle(text) || toTitle(path.parse(name).name) || 'Video';
  return {
    kind: 'made',
    resource: {
      snippet: { title, description: text, categoryId: CATEGORY },
      status: { privacyStatus: settings.privacy, selfDeclaredMadeForKids: false },
    },
  };
}

/**
 * The first 70 characters [settings/videohub-title-derived]; of a longer text those up to the end of a word, if there
 * is one.
 */
function toTitle(text: string): string {
  const line = text.replace(/[<>]/g, '').replace(/\s+/g, ' ').trim();
  return /^(?:.{30,70}(?!\S)|.{0,70})/su.exec(line)?.[0].trimEnd() ?? '';
}
