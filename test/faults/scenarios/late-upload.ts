import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxPlatform } from '../../../sandbox/sandbox.js';
import { makeVideo } from '../../support/video-file.js';
import { count, untilEnded } from '../counting.js';
import { call, makeAuthor, type Post } from '../posting.js';
import { inWorld, rowOf, type Scenario, sized } from '../scenario.js';

const PLATFORMS: SandboxPlatform[] = ['microblog', 'network', 'threadtalk', 'socialpage', 'skyfeed', 'fediverse'];
const REFUSED = /400: .*Cannot attach media: post is currently in (processing|published|failed) status/;

/** How long after the create the client requests the address of the upload. */
const DELAYS_MS = [0, 50, 200, 1_000, 5_000];

/** A client that schedules for now and uploads after: a video is part of the post, or the client gets an error. */
export const lateUpload: Scenario = {
  name: 'late-upload',
  title: 'A client schedules a post for now, and requests an upload address after',
  run: (stage) =>
    inWorld(stage, {}, async (world) => {
      await world.startWorker('worker 1');
      const author = await makeAuthor(world, { isAlone: true });
      const rounds = sized(stage, { full: 4, quick: 1, small: 1 });
      const bytes = Uint8Array.from(makeVideo());
      const problems: string[] = [];
      const posts: Post[] = [];
      /** Whose files were taken, with a 200. */
      const taken = new Set<string>();
      for (const delayMs of Array.from({ length: rounds }, () => DELAYS_MS).flat()) {
        const made = await author.post('simple', new Date(), PLATFORMS);
        posts.push(...made);
        await sleep(delayMs);
        const postGroupId = made[0]?.groupId ?? '';
        const uploadRequest = { postGroupId, fileName: 'clip.mp4', contentType: 'video/mp4', type: 'video' };
        const given = await call<{ uploadUrl: string }>(
          world,
          author.account,
          'POST',
          '/get-upload-url',
          uploadRequest,
        ).catch((error: Error) => error.message);
        if (typeof given === 'string') {
          if (!REFUSED.test(given)) problems.push(`${delayMs} ms after the create: ${given}`);
          continue;
        }
        const headers = { 'content-type': uploadRequest.contentType };
        const stored = await fetch(given.uploadUrl, { method: 'PUT', headers, body: bytes });
        if (stored.ok) for (const { accountId } of made) taken.add(accountId);
      }
      await untilEnded(world, posts, 60_000);
      for (const live of world.sandbox.posts()) {
        const isSilent = taken.has(live.accountId) && live.media.length === 0;
        if (isSilent)
          problems.push(`${live.platform}: the upload was answered with 200, and the text was published without it`);
      }
      const counted = await count(world, posts, { codes: ['MEDIA_NOT_UPLOADED'], canBeUnknown: false });
      return rowOf('upload after scheduling', counted, { problems });
    }),
};
