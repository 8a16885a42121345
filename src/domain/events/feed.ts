/** An event, and the position after it. */
export interface Step<Position, Event> {
  event: Event;
  position: Position;
}

/** Events in their order, and the position after them. */
export interface Steps<Position, Event> {
  steps: Step<Position, Event>[];
  position: Position;
  /** There is more to read already. */
  more: boolean;
}

/** A stored, growing sequence of events. */
export interface Source<Position, Event> {
  /** The position after all that is stored. */
  present(): Promise<Position>;
  /** What comes after a position: up to another one, or up to now (null). */
  read(after: Position, upTo: Position | null): Promise<Steps<Position, Event>>;
  /** Calls `wake` whenever there may be something to read; returns a function that stops it. */
  listen(wake: () => void): () => void;
  /** Whether nothing comes after an event. */
  isLast?(event: Event): boolean;
}

/** What one subscriber wants. */
export interface Wanted<Position, Event> {
  /** Events after this position; null: those that are stored from now on. */
  after: Position | null;
  /** Events to skip. */
  skips?(event: Event): boolean;
}

/** What becomes of each event for those who receive it. Equal keys, in one feed, stand for the same work. */
export interface Making<Event, Made> {
  key: string;
  /** `isWanted` turns false when nobody waits for it any more. */
  make(event: Event, isWanted: () => boolean): Promise<Made>;
}

/** One who receives what is made of the events. */
export interface Receiver<Made> {
  /**
   * Called with what there is, in order. A promise means that the receiver is slow: it receives nothing more until that
   * resolves, and then what it missed, which is read again.
   */
  receive(made: readonly Made[]): Promise<void> | undefined;
  /** Called when there is nothing more to receive: after the last event, or because reading failed for good. */
  end(error?: unknown): void;
}

/** Events for one subscriber, from where it wants them. Used once. */
export interface SharedEvents<Event> extends AsyncIterable<Event> {
  /**
   * Delivers what is made of each event, which is made once for all receivers with an equal key. Returns a function that
   * ends the delivery; `end` is not called then.
   */
  deliver<Made>(making: Making<Event, Made>, receiver: Receiver<Made>): () => void;
}
