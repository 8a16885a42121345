import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export const PASSWORD = 'correct-horse';

export interface MailServer {
  port: number;
  /** As SMTP_URL; `parameters` come after the question mark. */
  url(parameters?: string): string;
  /** The mails that it took, with the recipients of their envelopes. */
  received: { to: string[]; source: string }[];
  /** Passwords that were shown to it. */
  passwords: (string | null | undefined)[];
  connections: { opened: number; closed: number };
  close(): Promise<void>;
}

/** Starts a mail server on loopback. By default it requires a password, also without TLS. */
export async function startMailServer(options: SMTPServerOptions & { port?: number } = {}): Promise<MailServer> {
  const received: MailServer['received'] = [];
  const passwords: MailServer['passwords'] = [];
  const connections = { opened: 0, closed: 0 };
  const server = new SMTPServer({
    logger: false,
    allowInsecureAuth: true,
    closeTimeout: 100,
    onConnect(_session, callback) {
      connections.opened++;
      callback();
    },
    onClose() {
      connections.closed++;
    },
    onAuth({ password }, _session, callback) {
      passwords.push(password);
      callback(null, { user: 'service' });
    },
    onData(stream, { envelope }, callback) {
      text(stream).then((source) => {
        received.push({ to: envelope.rcptTo.map(({ address }) => address), source });
        callback();
      }, callback);
    },
    ...options,
  });
  const listening = server.listen(options.port ?? 0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    port,
    url: (parameters = '') => `smtp://service:${PASSWORD}@127.0.0.1:${port}/?${parameters}`,
    received,
    passwords,
    connections,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** A refusal as the server words it. */
export const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

/** A header of a message, unfolded. */
export const header = (source: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im')
    .exec(source.split('\r\n\r\n')[0] ?? '')?.[1]
    ?.replace(/\r\n/g, '');
