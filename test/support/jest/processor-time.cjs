/** The processor time of a worker, with the processes that it started. Postgres, which all workers share, is not in it. */
const { readdirSync, readFileSync } = require('node:fs');

/** Of `proc_pid_stat(5)`, counted from the state: the parent, and user and system time, then those of ended children. */
const PARENT = 1;
const TIMES = [11, 12, 13, 14];
const TICKS_PER_SECOND = 100;

function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return undefined;
  }
}

/** In seconds; undefined where there is no /proc. */
module.exports = function processorTime() {
  if (process.platform !== 'linux') return undefined;
  const stats = new Map(
    readdirSync('/proc').flatMap((name) => {
      const stat = /^\d+$/.test(name) ? statOf(name) : undefined;
      return stat ? [[Number(name), stat]] : [];
    }),
  );
  const family = new Set([process.pid]);
  // A process is created after its parent, but its number may be lower.
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const [pid, stat] of stats) if (family.has(stat[PARENT])) family.add(pid);
  }
  const ticks = [...family].flatMap((pid) => TIMES.map((index) => stats.get(pid)?.[index] ?? 0));
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND;
};
