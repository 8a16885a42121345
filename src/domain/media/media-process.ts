/**
 * Uploads are untrusted and are opened in a separate process, one per file: image and video libraries have had many
 * vulnerabilities, and an exploit there finds no secrets, blocks nothing else, and ends with the process.
 *
 * program   what runs in there (`media-process-main.ts`); it reads the file by asking this side for ranges
 * refused   the file is at fault, with a human-readable reason; other errors may be retried
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { limitConcurrency } from '../../foundation/concurrency/limit-concurrency.js';
import type { ByteSource } from './media-file.js';
import type { FromMediaProcess, MediaTasks } from './media-process-main.js';
import { MediaRefused } from './media-refused.js';

/** Runs a task on a file; `read` provides the file's bytes. Rejects with MediaRefused if the file is at fault. */
export type RunInMediaProcess = <Name extends keyof MediaTasks>(
  task: Name,
  argument: Parameters<MediaTasks[Name]>[0],
  read?: ByteSource['read'],
) => Promise<Awaited<ReturnType<MediaTasks[Name]>>>;

export interface MediaProcessLimits {
  /** Maximum concurrent processes; further files wait. */
  concurrency: number;
  /** Time limit per file, excluding storage latency. */
  timeoutMs?: number;
  /** Memory limit per process. */
  memoryBytes?: number;
  /** How much of one file may be read, repetitions included. */
  readBytes?: number;
  /** Where the compiled program is. */
  program?: string;
}

const PROGRAM = fileURLToPath(new URL('./media-process-main.js', import.meta.url));
const UNSAFE = 'The file cannot be opened safely: it needs too much memory, or crashes the decoder';
/** Termination signals from an operator or a terminal, which are unrelated to the file. */
const TERMINATION_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

export function makeMediaProcesses(limits: MediaProcessLimits): RunInMediaProcess {
  const { timeoutMs = 60_000, memoryBytes = 2 ** 30, readBytes = 2 ** 27, program = PROGRAM } = limits;
  const runLimited = limitConcurrency(limits.concurrency);

  const runOnce: RunInMediaProcess = (task, argument, read) =>
    new Promise((resolve, reject) => {
      const child = fork(program, [String(memoryBytes), String(process.pid)], {
        env: {},
        execArgv: [],
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      // Settled only once the process has exited: until then it may write, and uses memory.
      let outcome: (() => void) | undefined;
      const end = (how: () => void) => {
        outcome ??= how;
        child.kill('SIGKILL');
      };
      const refuse = (sentence: string) => end(() => reject(new MediaRefused(sentence)));
      const timer = makeTimer(timeoutMs, () =>
        refuse(`The file could not be read within ${Math.ceil(timeoutMs / 1000)} seconds`),
      );
      let total = 0;
      const answerRead = async (start: number, length: number) => {
        total += length;
        if (!read || total > readBytes) return refuse('The file is too large or malformed');
        timer.pause();
        try {
          send(child, await read(start, length));
          if (child.connected) timer.resume();
        } catch (error) {
          end(() => reject(error));
        }
      };
      child.on('message', (message: FromMediaProcess) => {
        if ('read' in message) void answerRead(message.read.start, message.read.length);
        else if ('refused' in message) refuse(message.refused);
        else if ('failed' in message) end(() => reject(new Error(message.failed)));
        else end(() => resolve(message.done as never));
      });
      child.on('error', (error) => {
        timer.pause();
        reject(error);
      });
      child.on('close', (code, signal) => {
        timer.pause();
        if (outcome) outcome();
        else if (signal && !TERMINATION_SIGNALS.includes(signal)) reject(new MediaRefused(UNSAFE));
        else reject(new Error(`The media process exited without a result (${signal ?? code})`));
      });
      send(child, { task, argument });
    });
  return (task, argument, read) => runLimited(() => runOnce(task, argument, read));
}

/** Sending to an exited process fails; `close` reports its exit. */
function send(child: ChildProcess, message: object): void {
  child.send(message, () => undefined);
}

function makeTimer(ms: number, act: () => void) {
  let left = ms;
  let since = Date.now();
  let timeout = setTimeout(act, left);
  return {
    pause() {
      clearTimeout(timeout);
      left -= Date.now() - since;
    },
    resume() {
      since = Date.now();
      timeout = setTimeout(act, left);
    },
  };
}
