import { createTransport, type NodemailerError } from 'nodemailer';
import { type Mailer, MailRefused } from './mail.js';
import { toMessage } from './message.js';

export interface SmtpMailerOptions {
  /** smtp:// (STARTTLS) or smtps://, with user and password. */
  url: string;
  /** The sender of every mail. */
  from: string;
  /** Total time of a mail, from the lookup of the server to its last response. */
  timeoutMs?: number;
}

/** Mails to other machines require TLS. A local server needs no certificate, and rarely has a valid one. */
const tlsFor = (url: string) => (isLoopback(url) ? { ignoreTLS: true } : { requireTLS: true });

export interface SmtpMailer extends Mailer {
  /** Connects and signs in, and sends nothing. Rejects with a sentence. */
  verify(): Promise<void>;
}

/** Sends over SMTP. The parameters of `url` are options of nodemailer and go before the ones set here. */
export function makeSmtpMailer({ url, from, timeoutMs = 60_000 }: SmtpMailerOptions): SmtpMailer {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport({ url, ...tlsFor(url), ...timeouts });
  return {
    async send(mail) {
      try {
        await transport.sendMail({ ...toMessage(mail, from), signal: AbortSignal.timeout(timeoutMs) });
      } catch (error) {
        throw explain(error as NodemailerError);
      }
    },
    async verify() {
      try {
        await transport.verify();
      } catch (error) {
        throw explain(error as NodemailerError, 'the login');
      }
    },
    close: () => transport.close(),
  };
}

/** Read as an http address: the URL standard puts the hosts of no other scheme into one form. */
const isLoopback = (url: string) =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url.replace(/^smtps?/, 'http')).hostname);

/**
 * The server's message can include the address or the login, so only codes are reported. A 5xx about the recipient or
 * the content is permanent for this mail; one about the login or the sender is a configuration problem, which can be
 * fixed while the mail waits.
 */
function explain(
  { code, name, originalCode, command, response, permanent }: NodemailerError,
  what: 'the mail' | 'the login' = 'the mail',
): Error {
  const reply = /^\d{3}([ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response ?? '')?.[0];
  const codes = [code ?? name, originalCode, command, reply].filter((part) => part !== undefined).join(', ');
  const aboutThisMail = (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM';
  if (aboutThisMail && permanent !== false) return new MailRefused(`The mail server rejected the mail (${codes})`);
  return new Error(`The mail server did not accept ${what} (${codes})`);
}
