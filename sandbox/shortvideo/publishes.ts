import type { Request } from 'express';
import type { AccountCore } from '../account.js';
import { Refusal, type Reply, type SandboxContext } from '../exchange.js';
import { digits, randomToken } from '../random.js';
import { asMedia, PiecedFile, type ReceivedFile } from '../received-files.js';
import type { Work } from '../work.js';
import { type Announced, maxSeconds } from './video-form.js';
import { bare, refuse } from './wire.js';

/** How long an address for an upload is good. */
const uploadMs = 3_600_000;

/** Posts under way that are remembered. */
const remembered = 10_000;

/** What the upload address takes. */
const contentTypes = ['video/mp4', 'video/quicktime', 'video/webm'];

const minSeconds = 3;
/** Frames per second. */
const frameRates = { least: 23, most: 60 };

/** A post from its announcement on. */
interface Publish {
  publishId: string;
  account: AccountCore;
  announced: Announced;
  token: string;
  expiresAt: number;
  file: PiecedFile;
  /** Null while bytes are missing. */
  work: Work | null;
  failReason: string | null;
  /** Null for one that not everybody may see. */
  postId: string | null;
}

/** The status of a post. */
interface Standing {
  accountId: string;
  data: { status: string; fail_reason?: string; uploaded_bytes: number; postId?: string | null };
}

/** A piece of a video that continues its upload. */
interface Placed {
  publish: Publish;
  piece: ReceivedFile;
  isLast: boolean;
}

/** The posts that wait for their video. Only published posts outlast the sandbox. */
export class Publishes {
  private readonly publishes = new Map<string, Publish>();

  constructor(private readonly context: SandboxContext) {}

  begin(account: AccountCore, announced: Announced): { publish_id: string; upload_url: string } {
    const publishId = `v_pub_file~v2-1.${digits(19)}`;
    const token = randomToken();
    const file = new PiecedFile({ field: '', fileName: '', contentType: 'video/mp4' });
    const open = { work: null, failReason: null, postId: null };
    const expiresAt = Date.now() + uploadMs;
    this.publishes.set(publishId, { publishId, account, announced, token, expiresAt, file, ...open });
    for (const key of this.publishes.keys()) {
      if (this.publishes.size <= remembered) break;
      this.publishes.delete(key);
    }
    const query = new URLSearchParams({ upload_id: publishId, upload_token: token });
    return { publish_id: publishId, upload_url: `${this.context.url}/shortvideo/video/?${query}` };
  }

  /** Finds where a piece belongs; the address for uploads takes them in their order alone. */
  place({ upload_id: id, upload_token: token }: Record<string, unknown>, req: Request, piece: ReceivedFile): Placed {
    const publish = this.publishes.get(String(id));
    if (!publish || publish.token !== token) throw new Refusal(bare(404));
    if (publish.expiresAt <= Date.now()) throw new Refusal(bare(403));
    const { announced, file } = publish;
    const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(req.get('content-range') ?? '');
    const [start, last, total] = (range ?? []).slice(1).map(Number);
    const isSound = start !== undefined && last === start + piece.bytes - 1 && total === announced.bytes;
    if (!isSound || !contentTypes.includes(piece.contentType)) throw new Refusal(bare(400));
    if (start !== file.bytes) throw new Refusal(bare(416, rangeOf(publish)));
    const left = announced.bytes - start;
    const isLast = left < 2 * announced.chunkBytes;
    if (piece.bytes !== (isLast ? left : announced.chunkBytes)) throw new Refusal(bare(400));
    return { publish, piece, isLast };
  }

  /** Takes a piece; the last one posts the video, unless the platform cannot use it. */
  async add({ publish, piece, isLast }: Placed, req: Request): Promise<Reply> {
    await publish.file.add(piece);
    if (!isLast) return bare(206, rangeOf(publish));
    publish.work = this.context.beginWork();
    const whole = await publish.file.end();
    publish.failReason = checkVideo(whole);
    if (publish.failReason === null) await this.post(publish, whole, req);
    return bare(201, rangeOf(publish));
  }

  /** The status of a post of the account, as JSON: the ids are numbers that JavaScript does not have. */
  status(account: AccountCore, publishId: string): string {
    const standing = this.underWay(publishId) ?? this.posted(publishId);
    if (!standing) throw refuse(400, 'invalid_publish_id', 'The publish_id does not exist.');
    if (standing.accountId !== account.accountId) {
      const message = 'The publish_id is not one of this access token.';
      throw refuse(400, 'token_not_authorized_for_specified_publish_id', message);
    }
    const { postId, ...data } = standing.data;
    return JSON.stringify(data).replace(/}$/, `,"publicaly_available_post_id":[${postId ?? ''}]}`);
  }

  private underWay(publishId: string): Standing | undefined {
    const publish = this.publishes.get(publishId);
    if (!publish) return undefined;
    const { account, file, work, failReason, postId } = publish;
    const isDone = work?.isDone() ?? false;
    const end =
      failReason === null ? { status: 'PUBLISH_COMPLETE', postId } : { status: 'FAILED', fail_reason: failReason };
    const data = { ...(isDone ? end : { status: 'PROCESSING_UPLOAD' }), uploaded_bytes: file.bytes };
    return { accountId: account.accountId, data };
  }

  /** Of a post that an earlier sandbox left in the data folder. */
  private posted(publishId: string): Standing | undefined {
    for (const { platform, accountId, postedId, record, media } of this.context.store.all()) {
      if (platform !== 'shortvideo' || (record as { publish_id: string }).publish_id !== publishId) continue;
      const postId = postedId === publishId ? null : postedId;
      return { accountId, data: { status: 'PUBLISH_COMPLETE', postId, uploaded_bytes: media?.[0]?.bytes ?? 0 } };
    }
    return undefined;
  }

  private async post(publish: Publish, whole: ReceivedFile, req: Request): Promise<void> {
    const { account, announced, publishId } = publish;
    if (announced.post.privacy_level === 'PUBLIC_TO_EVERYONE') publish.postId = `7${digits(18)}`;
    const postedId = publish.postId ?? publishId;
    await this.context.store.add({
      platform: 'shortvideo',
      accountId: account.accountId,
      postedId,
      text: announced.post.title ?? '',
      url: `/shortvideo/@${account.username}/video/${postedId}`,
      receivedAt: this.context.receivedAt(req),
      media: [asMedia(whole)],
      record: { publish_id: publishId, post_info: announced.post },
    });
  }
}

/** Why the platform does not post the video; null for one that it posts. */
function checkVideo({ playable, mimeType, seconds, frameRate }: ReceivedFile): string | null {
  if (!playable || !contentTypes.includes(mimeType ?? '')) return 'file_format_check_failed';
  if (seconds !== null && (seconds < minSeconds || seconds > maxSeconds)) return 'duration_check_failed';
  const isPlayed = frameRate === null || (frameRate >= frameRates.least && frameRate <= frameRates.most);
  return isPlayed ? null : 'frame_rate_check_failed';
}

/** How much of the video has come. */
const rangeOf = ({ file, announced }: Publish): Record<string, string> => ({
  'Content-Range': `bytes 0-${file.bytes - 1}/${announced.bytes}`,
});
