import type { AccountCore } from '../account.js';
import type { SandboxContext } from '../exchange.js';
import type { ReceivedFile } from '../received-files.js';
import { asMedia } from '../received-files.js';
import type { SandboxMedia } from '../types.js';
import { nothingToDo, type Work } from '../work.js';
import { Ids } from './ids.js';
import { maxAttachments, maxDescription, mediaLimits } from './limits.js';
import { invalid, notFound, refuse } from './wire.js';

/** Uploads that are remembered; an instance removes those that no status has after a day. */
const remembered = 10_000;

const parameters = new Set(['description', 'focus']);

/** A file that can be attached to one status. */
export interface Upload {
  id: string;
  accountId: string;
  description: string | null;
  file: SandboxMedia;
  work: Work;
  /** Whether its processing will fail. */
  broken: boolean;
  attached: boolean;
}

export const isProcessing = ({ work }: Upload): boolean => !work.isDone();

/** The media that wait for a status. They are not kept beyond the end of the sandbox. */
export class Uploads {
  private readonly ids = new Ids();
  private readonly uploads = new Map<string, Upload>();

  constructor(private readonly context: SandboxContext) {}

  /** Checks an upload; `add` keeps it. */
  prepare(account: AccountCore, form: Record<string, unknown>, files: readonly ReceivedFile[]): Omit<Upload, 'id'> {
    const unknown = Object.keys(form).find((name) => !parameters.has(name));
    if (unknown !== undefined) throw invalid(`Unknown parameter ${unknown}`);
    const file = files.find(({ field }) => field === 'file');
    if (!file) throw invalid("File can't be blank");
    checkFile(file);
    const { description } = form;
    if (typeof description === 'string' && [...description].length > maxDescription) {
      throw invalid(`Description is too long (maximum is ${maxDescription} characters)`);
    }
    // Videos and animations are converted after the response.
    const isSlow = !file.mimeType?.startsWith('image/') || file.animated;
    return {
      accountId: account.accountId,
      description: typeof description === 'string' && description !== '' ? description : null,
      file: asMedia(file),
      work: isSlow ? this.context.beginWork() : nothingToDo,
      broken: !file.playable,
      attached: false,
    };
  }

  add(draft: Omit<Upload, 'id'>): Upload {
    const upload = { ...draft, id: this.ids.next(Date.now()) };
    this.uploads.set(upload.id, upload);
    for (const id of this.uploads.keys()) {
      if (this.uploads.size <= remembered) break;
      this.uploads.delete(id);
    }
    return upload;
  }

  /** An upload of the account that no status has yet. */
  find(account: AccountCore, id: string): Upload {
    const upload = this.unattached(account, id);
    if (!upload) throw notFound();
    if (upload.broken && !isProcessing(upload)) throw refuse(422, 'Error processing thumbnail for uploaded media');
    return upload;
  }

  /** The uploads of a new status, in the order of their ids in the request. */
  forStatus(account: AccountCore, ids: readonly unknown[]): Upload[] {
    if (ids.length > maxAttachments) throw refuse(422, `Cannot attach more than ${maxAttachments} files`);
    const found = ids.map((id) => this.unattached(account, String(id)));
    const missing = ids.filter((_id, index) => !found[index]);
    if (missing.length > 0) {
      throw refuse(422, `Media ${missing.join(', ')} not found or already attached to another post`);
    }
    const uploads = found.filter((upload) => upload !== undefined);
    if (uploads.length > 1 && uploads.some(({ file }) => file.mimeType.startsWith('video/'))) {
      throw refuse(422, 'Cannot attach a video to a post that already contains images');
    }
    if (uploads.some((upload) => upload.broken || isProcessing(upload))) {
      throw refuse(422, 'Cannot attach files that have not finished processing. Try again in a moment!');
    }
    return uploads;
  }

  private unattached(account: AccountCore, id: string): Upload | undefined {
    const upload = this.uploads.get(id);
    return upload && upload.accountId === account.accountId && !upload.attached ? upload : undefined;
  }
}

function checkFile({ mimeType, bytes, width, height, frameRate, playable }: ReceivedFile): void {
  const isImage = mimeType?.startsWith('image/') ?? false;
  if (mimeType === null || !mediaLimits.supported.includes(mimeType)) {
    throw invalid('File content type is invalid, File is invalid');
  }
  const max = isImage ? mediaLimits.imageBytes : mediaLimits.videoBytes;
  if (bytes > max) {
    const limit = `${max / 1024 / 1024} MB`;
    throw invalid(`File file size must be less than ${limit}, File must be less than ${limit}`);
  }
  if (isImage && !playable) throw refuse(422, 'File type of uploaded media could not be verified');
  const matrix = (width ?? 0) * (height ?? 0);
  if (isImage && matrix > mediaLimits.imageMatrix) throw refuse(422, `${width}x${height} images are not supported`);
  if (isImage) return;
  if (matrix > mediaLimits.videoMatrix) throw refuse(422, `${width}x${height} videos are not supported`);
  if ((frameRate ?? 0) > mediaLimits.videoFrameRate) {
    throw refuse(422, `${Math.round(frameRate ?? 0)}fps videos are not supported`);
  }
}
