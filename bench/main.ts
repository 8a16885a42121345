/** `npm run bench -- help` says what it can do. */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { aimsSection, judge } from './aims.js';
import { killChildren } from './child.js';
import { compare } from './compare.js';
import { captureStatements } from './create-post.bench.js';
import { commitRatios, gate } from './gate.js';
import { PROFILES } from './profile.js';
import { markdown, printable, type Section } from './report.js';
import { keepResult, readResults } from './results.js';
import { simulate } from './simulate.js';
import { summarize } from './statistics.js';
import { makeSurroundings, type Surroundings } from './surroundings.js';
import type { Size, Topic } from './topic.js';
import { TOPICS } from './topics.js';
import { checkOut, describeCommit, THIS_VERSION } from './version.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    reduced: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    full: { type: 'boolean', default: false },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});

const WIDTH = 16;
const topicLines = Object.entries(TOPICS)
  .map(([name, { about, byDefault }]) => `  ${(byDefault ? `${name} *` : name).padEnd(WIDTH)}${about}`)
  .join('\n');

const HELP = `npm run bench [-- <topic> …]               measures the topics, by default those with *
npm run bench -- show [<commit>]            prints what is kept of a commit, by default of the present one
npm run bench -- compare <commit> [<topic> …]  measures it and this version in alternating rounds
npm run bench -- profile [create|list|publish]  where the time of a process goes while posts are created, listed or published
npm run bench -- statements                 the SQL of one create
npm run bench -- gate                       whether an operation costs more than bench/gate.json says, beside its floor
npm run bench -- simulate [<pods> …]        how late posts are at 100 million a day, by number of pods

  --quick      small: whether it runs, not how fast; nothing is kept
  --reduced    in the size of a comparison's rounds, which is smaller for some topics; nothing is kept
  --rounds n   instead of the topic's own number
  --full       a comparison in rounds of the full size
  --json, --markdown   how it is printed
  --only text  of the limits, those whose name has this in it
  --write      stores the ratios of the gate in bench/gate.json, after a change that lowers or accepts them

${topicLines}
`;

const started: Surroundings[] = [];
const undone: (() => Promise<unknown>)[] = [];
const say = (line: string) => process.stderr.write(`${(performance.now() / 1000).toFixed(1)} s: ${line}\n`);

function surround(version = THIS_VERSION): Surroundings {
  const made = makeSurroundings(version, say, values.only);
  started.push(made);
  return made;
}

async function stopAll(): Promise<void> {
  for (const one of started.splice(0).reverse()) await one.stop();
  for (const undo of undone.splice(0).reverse()) await undo();
}

function topicsOf(names: string[], byDefault: (topic: Topic) => boolean): [string, Topic][] {
  if (names.length === 0) return Object.entries(TOPICS).filter(([, topic]) => byDefault(topic));
  return names.map((name) => {
    const topic = TOPICS[name];
    if (!topic) throw new Error(`There is no topic "${name}"; there are ${Object.keys(TOPICS).join(', ')}`);
    return [name, topic];
  });
}

const roundsOf = (topic: Topic, size: Size): number => {
  const rounds = values.rounds === undefined ? topic.rounds[size] : Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds is a number from 1');
  return rounds;
};

function print(sections: Section[]): void {
  const machine = { node: process.version, cores: availableParallelism(), at: new Date().toISOString() };
  if (values.json) process.stdout.write(`${JSON.stringify({ machine, sections }, null, 2)}\n`);
  else if (values.markdown) process.stdout.write(`${markdown(sections)}\n`);
  else
    process.stdout.write(`\nNode ${machine.node}, ${machine.cores} cores, ${machine.at}\n\n${printable(sections)}\n`);
}

/** The aims of all topics come first. */
function withAims(measured: [Topic, Section[]][]): Section[] {
  const verdicts = measured.flatMap(([topic, sections]) => judge(topic.aims, sections));
  const sections = measured.flatMap(([, all]) => all);
  return verdicts.length > 0 ? [aimsSection(verdicts), ...sections] : sections;
}

async function measure(names: string[]): Promise<Section[]> {
  const size = values.quick ? 'quick' : values.reduced ? 'round' : 'full';
  const measured: [Topic, Section[]][] = [];
  for (const [name, topic] of topicsOf(names, ({ byDefault }) => byDefault)) {
    say(`${name} …`);
    const around = surround();
    const running = await topic.start(around, size);
    const rounds: Section[][] = [];
    const count = roundsOf(topic, size);
    while (rounds.length < count) rounds.push(await running.round());
    await running.stop();
    await around.stop();
    const sections = summarize(rounds);
    measured.push([topic, sections]);
    if (size === 'full') await keepResult(name, count, sections);
  }
  return withAims(measured);
}

async function show([commit]: string[]): Promise<Section[]> {
  const { topics } = await readResults(commit);
  const measured = Object.entries(topics).flatMap(([name, result]): [Topic, Section[]][] => {
    const topic = TOPICS[name];
    const { at, node, cores, isChanged, sections } = result;
    const note = `${at}, Node ${node}, ${cores} cores${isChanged ? ', with changes after the commit' : ''}.`;
    return topic ? [[topic, sections.map((section) => ({ ...section, notes: [...section.notes, note] }))]] : [];
  });
  if (measured.length === 0) throw new Error('Nothing is kept of this commit: npm run bench measures it');
  return withAims(measured);
}

async function compareWith([given, ...names]: string[]): Promise<Section[]> {
  if (!given) throw new Error('npm run bench -- compare <commit>');
  const { commit } = await describeCommit(given);
  say(`installing and building ${commit} …`);
  const other = await checkOut(commit);
  undone.push(other.remove);
  const size = values.quick ? 'quick' : values.full ? 'full' : 'round';
  const sections: Section[] = [];
  for (const [name, topic] of topicsOf(names, ({ byDefault, isComparable }) => byDefault && isComparable)) {
    if (!topic.isComparable) throw new Error(`${name} measures this version only`);
    say(`${name} …`);
    sections.push(...(await compare(topic, [other, THIS_VERSION], { rounds: roundsOf(topic, size), size, surround })));
  }
  return sections;
}

const commands: Readonly<Record<string, (args: string[]) => Promise<unknown>>> = {
  help: async () => process.stdout.write(HELP),
  show: async (args) => print(await show(args)),
  compare: async (args) => print(await compareWith(args)),
  async profile([what = 'create']) {
    const profile = PROFILES[what];
    if (!profile) throw new Error(`npm run bench -- profile ${Object.keys(PROFILES).join('|')}`);
    const options = values.quick
      ? { warmUp: { ms: 300, posts: 20 }, measured: { ms: 500, posts: 20 } }
      : { warmUp: { ms: 4_000, posts: 200 }, measured: { ms: 8_000, posts: 400 } };
    print(await profile(surround(), options));
  },
  async simulate(given) {
    const counts = given.length > 0 ? given.map(Number) : [4, 8, 16, 32];
    if (!counts.every((count) => Number.isInteger(count) && count > 0)) throw new Error('Pods are numbers from 1');
    print(simulate(counts));
  },
  async gate() {
    const { section, failed, ratios } = await gate(surround(), values.quick ? 'quick' : 'full');
    print([section]);
    if (values.write) await commitRatios(ratios);
    else if (failed.length > 0) throw new Error(`More than 15 % dearer than committed: ${failed.join('; ')}`);
  },
  async statements() {
    const around = surround();
    const [statements = []] = await captureStatements(around, await around.seed('statements', 1));
    process.stdout.write(`${statements.map(({ text }) => text).join('\n')}\n`);
  },
};

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    killChildren();
    void stopAll().finally(() => process.exit(130));
  });
}

try {
  const [first = '', ...rest] = positionals;
  const command = commands[first];
  if (command) await command(rest);
  else print(await measure(positionals));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
  // Nothing else stops what a failed part left running.
  killChildren();
} finally {
  await stopAll();
}
