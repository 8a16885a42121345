/** What a platform continues after it has answered, such as a video. */
export interface Work {
  isDone(): boolean;
}

/** Long enough that a client has to poll again. */
const workMs = 400;

export const nothingToDo: Work = { isDone: () => true };

/** Starts tasks that end by a clock, in milliseconds since 1970. */
export const makeBeginWork = (now: () => number) => (): Work => {
  const end = now() + workMs;
  return { isDone: () => now() >= end };
};
