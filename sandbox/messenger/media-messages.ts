import { randomInt } from 'node:crypto';
import type { Request } from 'express';
import type { AccountCore } from '../account.js';
import { asMedia, filesOf, type ReceivedFile } from '../received-files.js';
import { type Draft, type Messages, markedAs } from './messages.js';
import { Parameters } from './parameters.js';
import { badRequest } from './wire.js';

/** The longest caption, in UTF-16 units. */
const maxCaption = 1024;
/** Bytes of a photo. */
const maxPhoto = 10 * 1024 * 1024;
/** Bytes of any file; the request is refused. */
export const maxUploadBytes = 50 * 1024 * 1024;
const albumSize = { least: 2, most: 10 };

const mediaTypes = ['photo', 'video', 'animation'] as const;
type MediaType = (typeof mediaTypes)[number];

type Fields = Record<string, unknown>;

/** A client's description of a video. */
interface Shown {
  width: number;
  height: number;
  duration: number;
}

/** Checks the parameters of sendPhoto, sendVideo and sendAnimation. */
export function prepareSingle(messages: Messages, type: MediaType, account: AccountCore, req: Request): Draft {
  const parameters = new Parameters(`send${type}`, req);
  const shared = messages.shared(account, parameters);
  const file = filesOf(req)?.find(({ field }) => field === type);
  if (!file) {
    if (parameters.has(type)) throw badRequest(`${type} by its address or id is not supported here`);
    throw badRequest(`there is no ${type} in the request`);
  }
  parameters.flag('supports_streaming');
  const caption = readCaption(parameters.text('caption'));
  const message = { ...shared, ...content(type, file, shownBy(parameters)), ...captioned(caption) };
  return { text: caption, media: [asMedia(file)], messages: [message] };
}

/** Checks the parameters of sendMediaGroup, whose items name the files of the request. */
export function prepareAlbum(messages: Messages, account: AccountCore, req: Request): Draft {
  const parameters = new Parameters('sendmediagroup', req);
  const shared = messages.shared(account, parameters);
  const items = parameters.objects('media');
  if (items.length < albumSize.least || items.length > albumSize.most) {
    throw badRequest('album must include 2-10 items');
  }
  const mediaGroupId = String(randomInt(2 ** 47));
  const prepared = items.map((item) => readItem(item, req));
  return {
    text: prepared.find(({ caption }) => caption !== '')?.caption ?? '',
    media: prepared.map(({ file }) => asMedia(file)),
    messages: prepared.map(({ type, file, shown, caption }) => ({
      ...shared,
      media_group_id: mediaGroupId,
      ...content(type, file, shown),
      ...captioned(caption),
    })),
  };
}

function readItem(item: Fields, req: Request) {
  const type = mediaTypes.find((name) => name === item.type);
  if (!type || type === 'animation') throw badRequest("can't use the media of the specified type in the album");
  const parameters = new Parameters(`inputmedia${type}`, { query: {}, body: item });
  const name = /^attach:\/\/(.+)$/.exec(parameters.text('media'))?.[1];
  if (name === undefined) throw badRequest(`${type} by its address or id is not supported here`);
  const file = filesOf(req)?.find(({ field }) => field === name);
  if (!file) throw badRequest(`can't find the file "${name}" in the request`);
  return { type, file, shown: shownBy(parameters), caption: readCaption(parameters.text('caption')) };
}

function shownBy(parameters: Parameters): Shown {
  return {
    width: parameters.count('width'),
    height: parameters.count('height'),
    duration: parameters.count('duration'),
  };
}

function readCaption(given: string): string {
  const caption = given.trim();
  if (caption.length > maxCaption) throw badRequest('message caption is too long');
  return caption;
}

const captioned = (caption: string): Fields =>
  caption === '' ? {} : { caption, ...markedAs('caption_entities', caption) };

/** The fields of a message that holds this file; refuses a file that is not what it must be. */
function content(type: MediaType, file: ReceivedFile, shown: Shown): Fields {
  const id = file.sha256.slice(0, 24);
  const entity = { file_id: `file-${id}`, file_unique_id: id, file_size: file.bytes };
  if (type === 'photo') {
    const { width, height } = checkPhoto(file);
    return { photo: [{ ...entity, width, height }] };
  }
  const isShown = file.mimeType?.startsWith('video/') || (type === 'animation' && file.mimeType === 'image/gif');
  if (!isShown) throw badRequest('VIDEO_FILE_INVALID');
  const about = { ...entity, ...shown, file_name: file.fileName, mime_type: file.mimeType };
  return type === 'video' ? { video: about } : { animation: about, document: about };
}

function checkPhoto({ bytes, mimeType, width, height, playable }: ReceivedFile): { width: number; height: number } {
  if (bytes > maxPhoto) {
    throw badRequest(`file of size ${bytes} bytes is too big for a photo; the maximum size is ${maxPhoto} bytes`);
  }
  if (!mimeType?.startsWith('image/') || !playable || !width || !height) throw badRequest('IMAGE_PROCESS_FAILED');
  const ratio = Math.max(width / height, height / width);
  if (width + height > 10_000 || ratio > 20) throw badRequest('PHOTO_INVALID_DIMENSIONS');
  return { width, height };
}
