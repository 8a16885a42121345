import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Section } from './report.js';
import { describeCommit, THIS_VERSION } from './version.js';

/** What was measured of a commit, topic by topic. */
export interface Results {
  commit: string;
  topics: Record<string, TopicResult>;
}

export interface TopicResult {
  at: string;
  node: string;
  cores: number;
  /** Whether there were changes that the commit does not have. */
  isChanged: boolean;
  rounds: number;
  sections: Section[];
}

const fileOf = (commit: string) => path.join(THIS_VERSION.folder, 'bench/results', `${commit}.json`);

/** What is kept of a commit; no topics where nothing is. */
export async function readResults(given?: string): Promise<Results> {
  const { commit } = await describeCommit(given);
  try {
    return JSON.parse(await readFile(fileOf(commit), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { commit, topics: {} };
  }
}

/** Keeps what was measured of the present commit, in place of what was measured of it before. */
export async function keepResult(topic: string, rounds: number, sections: Section[]): Promise<void> {
  const results = await readResults();
  const { isChanged } = await describeCommit();
  const machine = { at: new Date().toISOString(), node: process.version, cores: availableParallelism() };
  results.topics[topic] = { ...machine, isChanged, rounds, sections };
  await mkdir(path.dirname(fileOf(results.commit)), { recursive: true });
  await writeFile(fileOf(results.commit), `${JSON.stringify(results, null, 2)}\n`);
}
