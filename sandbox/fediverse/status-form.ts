import type { SandboxContext } from '../exchange.js';
import type { AccountCore } from '../fake-platform.js';
import { countCharacters } from './content.js';
import { type StatusRecord, visibilities } from './entities.js';
import { maxCharacters } from './limits.js';
import type { Upload, Uploads } from './uploads.js';
import { invalid, refuse } from './wire.js';

/** A status that may be made. */
export interface StatusDraft extends Omit<StatusRecord, 'media' | 'created_at'> {
  attachments: Upload[];
}

// Every parameter of POST /api/v1/statuses in the specification.
const parameters = new Set([
  'status',
  'media_ids',
  'poll',
  'in_reply_to_id',
  'sensitive',
  'spoiler_text',
  'visibility',
  'language',
  'scheduled_at',
  'quoted_status_id',
  'quote_approval_policy',
]);

// The sandbox does not do these; refusing beats silently publishing something else.
const unsupported = ['poll', 'scheduled_at', 'quoted_status_id'];

type Form = Record<string, unknown>;

// Mastodon strips a text before it validates it; Ruby's strip takes ASCII white space and NUL.
const strip = (value: string): string => value.replace(/^[\0\t-\r ]+|[\0\t-\r ]+$/g, '');

function text(form: Form, name: string, label: string): string {
  const value = form[name];
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw invalid(`${label} is invalid`);
  return value;
}

// Rails reads the strings of a form as booleans too.
function flag(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (value === true || value === 'true' || value === '1') return true;
  if (value === false || value === 'false' || value === '0' || value === '') return false;
  throw invalid('Sensitive is invalid');
}

function visibility(form: Form): StatusRecord['visibility'] {
  const value = form.visibility ?? 'public';
  const found = visibilities.find((name) => name === value);
  if (!found) throw invalid('Visibility is not included in the list');
  return found;
}

function replyTo(context: SandboxContext, form: Form): string | null {
  const value = form.in_reply_to_id;
  if (value === undefined || value === null || value === '') return null;
  const parent = typeof value === 'string' ? context.store.post('fediverse', '', value) : undefined;
  if (!parent) throw refuse(404, 'The post you are trying to reply to does not appear to exist.');
  return parent.postedId;
}

/** Rails writes the lists of forms and queries as `name[]`. */
const listsByName = (form: Form): Form =>
  Object.fromEntries(
    Object.entries(form).map(([name, value]) =>
      name.endsWith('[]') ? [name.slice(0, -2), [value].flat()] : [name, value],
    ),
  );

/**
 * Reads the parameters of a new status. Mastodon ignores a parameter it does not know; the sandbox refuses it, since
 * a misspelt one would otherwise go unnoticed.
 */
export function readStatusForm(
  context: SandboxContext,
  uploads: Uploads,
  account: AccountCore,
  given: Form,
): StatusDraft {
  const form = listsByName(given);
  const unknown = Object.keys(form).find((name) => !parameters.has(name));
  if (unknown !== undefined) throw invalid(`Unknown parameter ${unknown}`);
  for (const name of unsupported) {
    if (form[name] !== undefined && form[name] !== null) throw invalid(`${name} is not supported here`);
  }
  const mediaIds = form.media_ids ?? [];
  if (!Array.isArray(mediaIds)) throw invalid('Media attachments are invalid');
  const attachments = uploads.forStatus(account, mediaIds);
  const spoiler = strip(text(form, 'spoiler_text', 'Spoiler text'));
  const status = strip(text(form, 'status', 'Text'));
  // A content warning alone becomes the text.
  const [content, warning] = status === '' ? [spoiler, ''] : [status, spoiler];
  if (content.trim() === '' && attachments.length === 0) throw invalid("Text can't be blank");
  if (countCharacters(content) + countCharacters(warning) > maxCharacters) {
    throw invalid(`Text character limit of ${maxCharacters} exceeded`);
  }
  const language = text(form, 'language', 'Language');
  return {
    text: content,
    spoiler_text: warning,
    visibility: visibility(form),
    sensitive: flag(form.sensitive) || warning !== '',
    // An unknown language is not refused: the account's own takes its place.
    language: /^[a-z]{2,3}(-[A-Za-z]{2,4})?$/.test(language) ? language : 'en',
    in_reply_to_id: replyTo(context, form),
    attachments,
  };
}
