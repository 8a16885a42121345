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
