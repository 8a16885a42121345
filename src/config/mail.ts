import addressparser from 'nodemailer/lib/addressparser';
import { z } from 'zod';
import type { Values } from './variable.js';

export interface MailConfig {
  /** Null: e-mails are files in the data folder. */
  smtpUrl: string | null;
  from: string;
}

const DEFAULT_SENDER = 'Social publishing <no-reply@localhost>';
const SENDER_EXPECTED = 'a sender of the form Name <name@example.com>';

/** Read as an http address: the URL standard checks the hosts of no other scheme. */
const smtpUrl = z
  .string()
  .refine((url) => /^smtps?:\/\//.test(url) && URL.canParse(url.replace(/^smtps?/, 'http')))
  .meta({ expected: 'an address of the form smtps://user:password@host:port' });

const mailbox = z.email({ pattern: z.regexes.html5Email });
/** One address, with or without a name. */
const sender = z
  .string()
  .refine((text) => {
    const [only, ...others] = addressparser(text);
    return others.length === 0 && mailbox.safeParse(only?.address).success;
  })
  .meta({ expected: SENDER_EXPECTED });

export const mailVariables = {
  SMTP_URL: smtpUrl.optional().meta({
    description: 'Mail server. Without one, e-mails are files in `DATA_DIR/outbox` and addresses are not confirmed.',
    unset: 'files in `DATA_DIR`',
    secret: true,
  }),
  MAIL_FROM: sender.optional().meta({
    description: 'Sender of e-mails. Required with `SMTP_URL`.',
    unset: `\`${DEFAULT_SENDER}\``,
  }),
};

/** `problems` gets a sentence for what is missing. */
export function readMail(value: Values<typeof mailVariables>, problems: string[]): MailConfig {
  if (value.SMTP_URL !== undefined && value.MAIL_FROM === undefined) {
    problems.push(`MAIL_FROM is missing: with SMTP_URL set, it must be ${SENDER_EXPECTED}.`);
  }
  return { smtpUrl: value.SMTP_URL ?? null, from: value.MAIL_FROM ?? DEFAULT_SENDER };
}
