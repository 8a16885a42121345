/** The forms of the calls that send media: every file is a part of the request. */
import type { HttpContent } from '../../foundation/http-client/http-body.js';
import type { PartMedia } from '../port/platform.js';

type Form = NonNullable<HttpContent['form']>;

/** The Bot API type of a file; sent as a photo, a GIF would lose its animation. */
const typeOf = ({ kind, mimeType }: PartMedia) =>
  kind === 'video' ? 'video' : mimeType === 'image/gif' ? 'animation' : 'photo';

const METHODS = { photo: 'sendPhoto', video: 'sendVideo', animation: 'sendAnimation' } as const;

/** The method that sends one file. */
export const singleMethod = (media: PartMedia): string => METHODS[typeOf(media)];

export function singleForm(chatId: string, media: PartMedia, caption: string): Form {
  const about = { chat_id: chatId, ...captioned(caption), ...videoFields(media) };
  const fields = Object.fromEntries(Object.entries(about).map(([name, value]) => [name, String(value)]));
  return { fields, files: { [typeOf(media)]: media } };
}

/** An album: the caption of its first file is shown below all. It holds no animations. */
export function albumForm(chatId: string, media: readonly PartMedia[], caption: string): Form {
  const items = media.map((file, index) => ({
    type: file.kind === 'video' ? 'video' : 'photo',
    media: `attach://file${index}`,
    ...(index === 0 && captioned(caption)),
    ...videoFields(file),
  }));
  return {
    fields: { chat_id: chatId, media: JSON.stringify(items) },
    files: Object.fromEntries(media.map((file, index) => [`file${index}`, file])),
  };
}

const captioned = (caption: string) => (caption === '' ? {} : { caption });

/** Without them a client shows a video only once it has loaded it. */
function videoFields({ kind, width, height, durationSeconds }: PartMedia) {
  if (kind !== 'video') return {};
  return {
    supports_streaming: true,
    ...(width && height && { width, height }),
    ...(durationSeconds && { duration: Math.round(durationSeconds) }),
  };
}
