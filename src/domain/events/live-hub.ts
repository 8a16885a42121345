import type { LogPosition } from '../../foundation/database/log-position.js';

/** Sent after the connection was lost: notices may have been missed, so that followers have to read again. */
export const RESYNC = 'resync';

/** A channel of NOTIFY. */
export interface Channel<Notice> {
  name: string;
  /** Reads a payload; undefined when it is none of the channel's. */
  parse: (payload: string) => Notice | undefined;
  /** Ids of what a notice is about: of a user, of a group. */
  topicsOf: (notice: Notice) => readonly string[];
}

/** One LISTEN connection of this process, fanned out to everyone in it who follows something. */
export interface LiveHub {
  /** Listens, or fails within the time limit. Afterwards it reconnects automatically, without limit. */
  start(): Promise<void>;
  /** Adds a listener for the notices of a channel about one topic, or for all of them (null). Returns a function that removes it. */
  follow<Notice>(
    channel: Channel<Notice>,
    topic: string | null,
    listener: (notice: Notice | typeof RESYNC) => void,
  ): () => void;
  /**
   * Resolves once every notice of what was committed before the call has been given to its followers: with the position
   * of the database's log then. Null: the connection is lost, or did not respond within a second.
   */
  catchUp(): Promise<LogPosition | null>;
  /** Ends the connection, within the time limit, even if the server does not respond. */
  stop(): Promise<void>;
}
