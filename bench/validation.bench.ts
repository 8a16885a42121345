import { DEFAULT_SETTINGS } from '../src/domain/posts/state/platform-settings.js';
import { previewOn } from '../src/domain/validation/preview-post.js';
import { validatePost } from '../src/domain/validation/validate-post.js';
import { PLATFORM_KEYS } from '../src/platforms/port/platform.js';
import { MeasuredText } from '../src/platforms/port/text-length.js';
import type { Row, Section } from './report.js';
import { max, median } from './statistics.js';
import { textShapes } from './text-shapes.js';
import { makeTopic } from './topic.js';

const fail = (error: unknown) => {
  throw error;
};

/** What is done with a text before it is published, for all platforms. */
const works: Readonly<Record<string, (content: string) => void>> = {
  validate: (content) => {
    const blocks = { threadtalkThreadsBlocked: false };
    validatePost({ content, platforms: PLATFORM_KEYS, settings: DEFAULT_SETTINGS, media: [], blocks }, fail);
  },
  preview: (content) => {
    const measured = new MeasuredText(content);
    for (const platform of PLATFORM_KEYS) previewOn(platform, measured);
  },
};

export const validation = makeTopic<{ times: number }>({
  about: 'CPU time of texts of the greatest length, by their shape',
  // It runs in the process of the bench.
  isComparable: false,
  sizes: { full: { times: 15 }, quick: { times: 2 } },
  start: async (_surroundings, { times }) => ({
    round: async () => [measureValidation(times)],
    stop: async () => undefined,
  }),
});

/** The CPU time that texts of the greatest length take, in this process, by their shape. */
function measureValidation(rounds: number): Section {
  const rows = Object.entries(textShapes).map(([name, content]): Row => {
    const figures = Object.entries(works).flatMap(([work, run]) => {
      const times = Array.from({ length: rounds }, () => cpuMs(() => run(content)));
      return [
        [`${work}: median ms`, median(times)],
        [`${work}: max ms`, max(times)],
      ];
    });
    return { name, figures: Object.fromEntries(figures) };
  });
  const title = '100,000 characters on eleven platforms, CPU time';
  return { title, rows, notes: ['The first round of all runs code that is not compiled yet.'] };
}

function cpuMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
