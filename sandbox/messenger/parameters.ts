import type { Request } from 'express';
import { badRequest } from './wire.js';

// What sendPhoto, sendVideo and sendAnimation have in common.
const captioned = [
  'business_connection_id',
  'chat_id',
  'message_thread_id',
  'direct_messages_topic_id',
  'caption',
  'parse_mode',
  'caption_entities',
  'show_caption_above_media',
  'has_spoiler',
  'disable_notification',
  'protect_content',
  'allow_paid_broadcast',
  'message_effect_id',
  'suggested_post_parameters',
  'reply_parameters',
  'reply_markup',
];

// The parameters of each method in the specification.
const known: Record<string, readonly string[]> = {
  getme: [],
  getchat: ['chat_id'],
  getchatmember: ['chat_id', 'user_id'],
  deletemessages: ['chat_id', 'message_ids'],
  sendmessage: [
    'business_connection_id',
    'chat_id',
    'message_thread_id',
    'direct_messages_topic_id',
    'text',
    'parse_mode',
    'entities',
    'link_preview_options',
    'disable_notification',
    'protect_content',
    'allow_paid_broadcast',
    'message_effect_id',
    'suggested_post_parameters',
    'reply_parameters',
    'reply_markup',
  ],
  sendphoto: [...captioned, 'photo'],
  sendanimation: [...captioned, 'animation', 'duration', 'width', 'height', 'thumbnail'],
  sendvideo: [
    ...captioned,
    'video',
    'duration',
    'width',
    'height',
    'thumbnail',
    'cover',
    'start_timestamp',
    'supports_streaming',
  ],
  sendmediagroup: [
    'business_connection_id',
    'chat_id',
    'message_thread_id',
    'direct_messages_topic_id',
    'media',
    'disable_notification',
    'protect_content',
    'allow_paid_broadcast',
    'message_effect_id',
    'reply_parameters',
  ],
  // The items of an album.
  inputmediaphoto: ['type', 'media', 'caption'],
  inputmediavideo: ['type', 'media', 'caption', 'width', 'height', 'duration', 'supports_streaming'],
};

/** The parameters of a call, wherever they came from: query, form or JSON. */
export class Parameters {
  private readonly values: Record<string, unknown>;

  /**
   * The Bot API ignores an unknown parameter; the sandbox refuses it, because a misspelt one would otherwise go
   * unnoticed.
   */
  constructor(method: string, req: Pick<Request, 'query' | 'body'>) {
    const body: unknown = req.body;
    if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body))) {
      throw badRequest("can't parse JSON object");
    }
    this.values = { ...req.query, ...body };
    const unknown = Object.keys(this.values).find((name) => !known[method]?.includes(name));
    if (unknown !== undefined) throw badRequest(`unknown parameter "${unknown}"`);
  }

  has(name: string): boolean {
    return this.values[name] !== undefined && this.values[name] !== null;
  }

  /** A text; absent reads as empty, which is how the Bot API reports it missing. It drops carriage returns. */
  text(name: string): string {
    const value = this.values[name] ?? '';
    if (typeof value !== 'string') throw badRequest(`field "${name}" must be of type String`);
    return value.replaceAll('\r', '');
  }

  /** A number that is not negative; absent reads as 0, which the Bot API takes for "not known". */
  count(name: string): number {
    const value = this.values[name] ?? 0;
    if (!/^\d{1,9}$/.test(String(value))) throw badRequest(`field "${name}" must be of type Integer`);
    return Number(value);
  }

  /** An id: a number, or a text of digits (or of a username). */
  id(name: string): string {
    const value = this.values[name] ?? '';
    if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
    if (typeof value !== 'string') throw badRequest(`field "${name}" must be of type Integer`);
    return value.trim();
  }

  flag(name: string): boolean {
    const value = this.values[name];
    if (value === undefined || value === null) return false;
    if (typeof value === 'boolean') return value;
    // Forms and queries carry texts.
    if (typeof value === 'string') return ['true', 'yes', '1'].includes(value.toLowerCase());
    throw badRequest(`field "${name}" must be of type Boolean`);
  }

  /** An object, in JSON or as a text that is JSON. */
  object(name: string): Record<string, unknown> | undefined {
    const value = this.json(name);
    if (value === undefined) return undefined;
    if (!isObject(value)) throw badRequest(`object expected as ${name.replaceAll('_', ' ')}`);
    return value;
  }

  /** An array of numbers, in JSON or as a text that is JSON. */
  numbers(name: string): number[] {
    const value = this.json(name) ?? [];
    const isNumber = (each: unknown): each is number => Number.isSafeInteger(each) && Number(each) > 0;
    if (!Array.isArray(value) || !value.every(isNumber)) throw badRequest(`can't parse ${name.replaceAll('_', ' ')}`);
    return value;
  }

  /** An array of objects, in JSON or as a text that is JSON. */
  objects(name: string): Record<string, unknown>[] {
    const value = this.json(name) ?? [];
    if (!Array.isArray(value) || !value.every(isObject)) throw badRequest(`array of objects expected as ${name}`);
    return value;
  }

  private json(name: string): unknown {
    const value = this.values[name];
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value);
    } catch {
      throw badRequest(`can't parse ${name.replaceAll('_', ' ')} JSON object`);
    }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
