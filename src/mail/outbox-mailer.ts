import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mailer } from './mail.js';
import { toMessage } from './message.js';

/** Writes each mail to a file `<id>.eml` of a folder, for a machine without a mail server. */
export function makeOutboxMailer({ dir, from }: { dir: string; from: string }): Mailer {
  const transport = createTransport({ streamTransport: true });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(toMessage(mail, from));
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const file = path.join(dir, `${mail.id}.eml`);
      // Written atomically: a reader of the folder never sees a partial mail.
      const draft = `${file}.${process.pid}`;
      await writeFile(draft, message, { mode: 0o600 });
      await rename(draft, file);
    },
    close() {},
  };
}
