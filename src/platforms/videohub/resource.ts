/** The metadata of a video: its title and description, and its settings. */
import path from 'node:path';
import { renderMentions } from '../port/mentions.js';
import type { Part, PartMedia, Platform } from '../port/platform.js';

/** "People & Blogs", as the platform's own page chooses it. */
const CATEGORY = '22';

/** A `video` of the API. */
export interface VideoResource {
  snippet: { title: string; description: string; categoryId: string };
  status: { privacyStatus: unknown; selfDeclaredMadeForKids: boolean };
}

export function makeResource({ text, settings }: Part, { name }: PartMedia): VideoResource {
  return {
    snippet: { title: titleOf({ text, settings, fileName: name }), description: text, categoryId: CATEGORY },
    status: { privacyStatus: settings.privacy, selfDeclaredMadeForKids: false },
  };
}

/** The chosen title; else the beginning of the text, or the name of the file. */
export function titleOf({ text, settings, fileName }: Parameters<NonNullable<Platform['titleOf']>>[0]): string {
  const chosen = renderMentions(String(settings.title ?? '')).trim();
  return chosen || toTitle(text) || toTitle(path.parse(fileName ?? '').name) || 'Video';
}

/**
 * The first 70 characters [settings/videohub-title-derived]; of a longer text those up to the end of a word, if there
 * is one.
 */
function toTitle(text: string): string {
  const line = text.replace(/[<>]/g, '').replace(/\s+/g, ' ').trim();
  return /^(?:.{30,70}(?!\S)|.{0,70})/su.exec(line)?.[0].trimEnd() ?? '';
}
