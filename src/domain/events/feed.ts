/** An event, and the position after it. */
export interface Entry<Position, Event> {
  event: Event;
  position: Position;
}

/** Events in their order, and the position after them. */
export interface Entries<Position, Event> {
  entries: Entry<Position, Event>[];
  position: Position;
  /** There is more to read already. */
  more: boolean;
}

/** A stored, growing sequence of events. */
export interface Source<Position, Event> {
  /** The position after all that is stored. */
  present(): Promise<Position>;
  /** What comes after a position: up to another one, or up to now (null). */
  read(after: Position, upTo: Position | null): Promise<Entries<Position, Event>>;
  /** Calls `wake` whenever there may be something to read; returns a function that stops it. */
  listen(wake: () => void): () => void;
  /** Whether nothing comes after an event. */
  isLast?(event: Event): boolean;
}

/** What one subscriber gets. */
export interface Wanted<Position, Event> {
  /** Events after this position; null: those that are stored from now on. */
  after: Position | null;
  /** Events to skip. */
  skips?(event: Event): boolean;
}

/** Renders events for receivers. Renderers with equal keys share their work. */
export interface Renderer<Event, Rendered> {
  key: string;
  /** `isWanted` turns false when no receiver waits for it any more. */
  render(event: Event, isWanted: () => boolean): Promise<Rendered>;
}

/** A subscriber. */
export interface Receiver<Rendered> {
  /**
   * Called with what there is, in order. A promise means that the receiver is slow: it receives nothing more until that
   * resolves, and then what it missed, which is read again.
   */
  receive(rendered: readonly Rendered[]): Promise<void> | undefined;
  /** Called after the last event, or when reading failed permanently. */
  end(error?: unknown): void;
}

/** Events for one subscriber, from the position that it requested. Used once. */
export interface SharedEvents<Event> extends AsyncIterable<Event> {
  /**
   * Delivers each event as the renderer makes it, once for all receivers whose renderers have equal keys. Returns a
   * function that ends the delivery; `end` is not called then.
   */
  deliver<Rendered>(renderer: Renderer<Event, Rendered>, receiver: Receiver<Rendered>): () => void;
}
