/**
 * Uploads are untrusted and are opened in a separate process, which is only ever given files of one account
 * (`media-processes.ts`): image and video libraries have had many vulnerabilities, and an exploit there has no secret and
 * no file of another account in its memory, blocks nothing else, and ends with the process.
 *
 * program   what runs in there (`media-process.main.ts`); it reads a file by asking this side for ranges
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ByteSource } from './media-file.js';
import type { FromMediaProcess } from './media-process.main.js';
import { MediaRefused } from './media-refused.js';

export interface MediaProcessLimits {
  /** Time limit per file, excluding storage latency. */
  timeoutMs?: number;
  /** Memory limit per process. */
  memoryBytes?: number;
  /** How much of one file may be read, repetitions included. */
  readBytes?: number;
  /** Where the compiled program is. */
  program?: string;
}

/** What came of a task on a file. */
export type Outcome =
  /** The process does nothing more with the file, and may open another one. */
  | { done: unknown }
  /** The process is gone. MediaRefused: the file is at fault, with a human-readable reason; others may be retried. */
  | { error: Error }
  /** The process is gone, by itself and without a response: what it had opened before may be the cause. */
  | { ended: Error };

export interface MediaProcess {
  /** Files that it has opened. */
  files: number;
  /** Runs a task on a file, of which `read` provides the bytes. One at a time; never rejects. */
  open(task: string, argument: unknown, read: ByteSource['read']): Promise<Outcome>;
  /** Kills it. */
  end(): void;
  /** Resolves once it is gone: until then it uses memory, and may write. */
  gone: Promise<unknown>;
}

const PROGRAM = fileURLToPath(new URL('./media-process.main.js', import.meta.url));
const UNSAFE = 'The file cannot be opened safely: it needs too much memory, or crashes the decoder';
/** Termination signals from an operator or a terminal, which are unrelated to the file. */
const TERMINATION_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Starts a process. It keeps this one alive only while a file is open. */
export function startMediaProcess(limits: MediaProcessLimits): MediaProcess {
  const { timeoutMs = 60_000, memoryBytes = 2 ** 30, readBytes = 2 ** 27, program = PROGRAM } = limits;
  const child = fork(program, [String(memoryBytes), String(process.pid)], {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const gone = new Promise<Error>((resolve) => {
    child.on('error', resolve);
    child.once('close', (code, signal) =>
      resolve(
        signal && !TERMINATION_SIGNALS.includes(signal)
          ? new MediaRefused(UNSAFE)
          : new Error(`The media process exited without a result (${signal ?? code})`),
      ),
    );
  });
  const end = () => {
    keepAlive(child, true);
    child.kill('SIGKILL');
  };
  // Between two files there is nothing to say.
  let receive: (message: FromMediaProcess) => void = end;
  child.on('message', (message: FromMediaProcess) => receive(message));

  const opener: MediaProcess = {
    files: 0,
    end,
    gone,
    open: (task, argument, read) =>
      new Promise((resolve) => {
        opener.files += 1;
        keepAlive(child, true);
        let error: Error | undefined;
        const fail = (by: Error) => {
          error ??= by;
          end();
        };
        const refuse = (sentence: string) => fail(new MediaRefused(sentence));
        const timer = makeTimer(timeoutMs, () =>
          refuse(`The file could not be read within ${Math.ceil(timeoutMs / 1000)} seconds`),
        );
        let total = 0;
        let isReading = false;
        const answerRead = async (start: number, length: number) => {
          total += length;
          if (total > readBytes) return refuse('The file is too large or malformed');
          timer.pause();
          isReading = true;
          try {
            send(child, await read(start, length));
            isReading = false;
            if (child.connected) timer.resume();
          } catch (reason) {
            fail(reason as Error);
          }
        };
        receive = (message) => {
          // An answer to a read must not reach the next task.
          if (isReading) fail(new Error('The media process did not wait for what it reads'));
          else if (error) return;
          else if ('read' in message) void answerRead(message.read.start, message.read.length);
          else if ('refused' in message) refuse(message.refused);
          else if ('failed' in message) fail(new Error(message.failed));
          else {
            timer.pause();
            receive = end;
            keepAlive(child, false);
            resolve({ done: message.done });
          }
        };
        void gone.then((reason) => {
          timer.pause();
          resolve(error ? { error } : { ended: reason });
        });
        send(child, { task, argument });
      }),
  };
  return opener;
}

/** Whether this process waits for the child before it exits. */
function keepAlive(child: ChildProcess, isNeeded: boolean): void {
  for (const handle of [child, child.channel]) {
    if (isNeeded) handle?.ref();
    else handle?.unref();
  }
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
