/** What can change about posts and their groups. Changes are gathered in a change set, and written by record-changes. */
import type { State } from '../../../platforms/port/platform.js';
import type { LiveEventPayload, LivePost } from './live-event.js';
import type { NewPlatformPost, PlatformPost, PlatformPostEvent } from './platform-post.js';
import type { PostGroup, PostGroupStatus } from './post-group.js';
import type { NewLogEntry } from './post-log.js';
import type { AttemptOutcome, PublishAttempt } from './publish-attempt.js';

/** A group with all of its posts, under the group's lock. A change set keeps it up to date. */
export interface GroupWithPosts {
  group: Pick<PostGroup, 'id' | 'status' | 'processingStatus'>;
  posts: PlatformPost[];
}

/** Changes of a group's posts that happen at once: their events have the state of the group after all of them. */
export interface GroupChange {
  /** The status that the owner requests from now on; left out: the one requested before. */
  status?: PostGroupStatus;
  posts: readonly PostChange[];
  /** The posts of new targets. */
  newPosts?: readonly NewPlatformPost[];
  /** The group was edited. */
  edited?: boolean;
  /** Its time from now on; left out: the one that is stored. */
  scheduledTime?: Date | null;
}

/** A change of a post. */
export interface PostChange {
  /** What happens to it; left out: its status stays as it is. */
  event?: PlatformPostEvent;
  /**
   * The post as it is afterwards, but for its status, which follows from the event. A new `jobId` is a new job: it is
   * enqueued, and the one before it removed.
   */
  post: Omit<PlatformPost, 'status'> & OwnText;
  log?: readonly NewLogEntry[];
  /** Without the state of the group and the post, which follows from the change. */
  liveEvents?: readonly PostLiveEvent[];
  attempt?: AttemptWrite;
  /** Parts of its thread that are new with it. */
  newParts?: readonly NewPlatformPost[];
}

export interface OwnText {
  /** The text that the post has from now on; left out: as it is. */
  content?: string;
  /** The text that its platform receives from now on, where it is another one; left out: as it is. */
  finalText?: string;
  /** Its owner gives it that text (true), or has it share that of its group (false); left out: as it is. */
  hasOwnText?: boolean;
  /** With `hasOwnText`: the first comment that it has from now on in place of its platform's; left out: none. */
  firstComment?: string;
}

/** A live event about a post. */
export type PostLiveEvent = Pick<LiveEventPayload, 'type'> & Pick<LivePost, 'attempt' | 'error' | 'reason'>;

/** A change of an attempt: it begins, it ends, or something is noted about it. */
export type AttemptWrite = { begun: NewAttempt } | { ended: AttemptEnd } | { noted: AttemptNote };

export type NewAttempt = Pick<PublishAttempt, 'id' | 'number' | 'account' | 'startedAt' | 'uncertainUntil'>;

/** What is stored about an attempt that stays open. */
export interface AttemptNote {
  id: string;
  state: State | null;
  /** Since when none of its requests is in flight; null: as before. */
  releasedAt: Date | null;
}

/** What is stored at the end of an attempt. */
export interface AttemptEnd {
  id: string;
  outcome: AttemptOutcome;
  endedAt: Date;
}
