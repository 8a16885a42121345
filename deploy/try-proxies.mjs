/**
 * Tries deploy/nginx and deploy/Caddyfile: `node deploy/try-proxies.mjs`, after `npm run build`, with nginx, caddy and
 * openssl on the PATH (Debian: `apt install --no-install-recommends nginx-light caddy openssl`).
 *
 * Each proxy runs with its file as it is, but for ports, host name and certificate, in front of a running service and of
 * a second API that is down. Clients go through it over TLS: redirect, forwarded and forged addresses, headers of 12 KB,
 * connections that were idle, a video of 300 MB that the service has to receive while it is sent, one that is too large,
 * an event stream, and a web socket with a subscription.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { buffer, json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

const here = import.meta.dirname;
const WITHIN_MS = 120_000;
const [PORT, DOWN_PORT, HTTP_PORT, HTTPS_PORT] = [4760, 4761, 4762, 4763];
const HOST = `localhost:${HTTPS_PORT}`;
const MEBIBYTE = 2 ** 20;

const folder = mkdtempSync(path.join(tmpdir(), 'try-proxies-'));
// nginx's workers are unprivileged.
chmodSync(folder, 0o755);
const file = (name) => path.join(folder, name);
const children = new Set();

function start(command, args, { env = {}, onLine } = {}) {
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', onLine ? 'pipe' : 'ignore', 'inherit'],
  });
  children.add(child);
  if (onLine) createInterface(child.stdout).on('line', onLine);
  return child;
}

async function stop(child) {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Waits for what `find` returns. */
async function waitFor(what, find) {
  const end = Date.now() + WITHIN_MS;
  while (Date.now() < end) {
    const found = await Promise.resolve()
      .then(find)
      .catch(() => undefined);
    if (found) return found;
    await pause(50);
  }
  throw new Error(`There is still no ${what} after ${WITHIN_MS / 1000} seconds`);
}

function expect(what, found, wanted) {
  const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (one !== other) throw new Error(`${what}: ${one} instead of ${other}`);
}

/** Replaces each, and all of them have to be there: the file must not drift from what is tried. */
function edited(name, changes) {
  let text = readFileSync(path.join(here, name), 'utf8');
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${name} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

const PROXIES = {
  nginx() {
    const [key, certificate] = [file('key.pem'), file('certificate.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...subject];
    execFileSync('openssl', args, { stdio: 'ignore' });
    const site = edited('nginx/social-publishing.conf', [
      ['/etc/letsencrypt/live/publishing.example.com/fullchain.pem', certificate],
      ['/etc/letsencrypt/live/publishing.example.com/privkey.pem', key],
      ['publishing.example.com;', 'localhost;'],
      ['127.0.0.1:4000', `127.0.0.1:${DOWN_PORT}`],
      ['127.0.0.1:4001', `127.0.0.1:${PORT}`],
      ['listen 80;', `listen 127.0.0.1:${HTTP_PORT};`],
      ['listen 443 ssl', `listen 127.0.0.1:${HTTPS_PORT} ssl`],
      // A machine may have no IPv6.
      ['  listen [::]:80;\n', ''],
      ['  listen [::]:443 ssl http2;\n', ''],
      ['https://$host$', `https://$host:${HTTPS_PORT}$`],
    ]);
    for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(file(`nginx-${name}`));
    writeFileSync(
      file('nginx.conf'),
      `daemon off;\npid ${file('nginx.pid')};\nerror_log stderr crit;\nevents {}\nhttp {\naccess_log off;\n` +
        `client_body_temp_path ${file('nginx-body')};\nproxy_temp_path ${file('nginx-proxy')};\n` +
        `fastcgi_temp_path ${file('nginx-fastcgi')};\nuwsgi_temp_path ${file('nginx-uwsgi')};\n` +
        `scgi_temp_path ${file('nginx-scgi')};\n${site}\n}\n`,
    );
    const conf = ['-c', file('nginx.conf'), '-e', 'stderr'];
    execFileSync('nginx', ['-t', '-q', ...conf], { stdio: 'inherit' });
    return { child: start('nginx', conf), ca: () => readFileSync(certificate) };
  },
  caddy() {
    cpSync(path.join(here, 'compose/storage.Caddyfile'), file('storage.Caddyfile'));
    writeFileSync(
      file('Caddyfile'),
      `{\n\thttp_port ${HTTP_PORT}\n\thttps_port ${HTTPS_PORT}\n\tadmin off\n\tskip_install_trust\n\tlog {\n\t\tlevel ERROR\n\t}\n}\n` +
        edited('Caddyfile', []),
    );
    const env = {
      SITE: 'localhost',
      STORAGE_SITE: 'files.localhost',
      UPSTREAMS: `127.0.0.1:${DOWN_PORT} 127.0.0.1:${PORT}`,
      XDG_DATA_HOME: file('caddy-data'),
      XDG_CONFIG_HOME: file('caddy-config'),
      HOME: folder,
    };
    const config = ['--config', file('Caddyfile'), '--adapter', 'caddyfile'];
    execFileSync('caddy', ['validate', ...config], { env: { ...process.env, ...env }, stdio: 'ignore' });
    const ca = () => readFileSync(file('caddy-data/caddy/pki/authorities/local/root.crt'));
    return { child: start('caddy', ['run', ...config], { env }), ca };
  },
};

/** A few frames, and 300 MB of nothing after them, as the format allows. */
function* largeVideo() {
  yield readFileSync(path.join(here, '../test/media/fixtures/index-first.mp4'));
  const size = 300 * MEBIBYTE;
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size);
  head.write('free', 4, 'latin1');
  yield head;
  const piece = Buffer.alloc(MEBIBYTE);
  for (let sent = 8; sent < size; sent += piece.length) yield piece.subarray(0, Math.min(piece.length, size - sent));
}

const bytesIn = (at) =>
  readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { name, parentPath }) => sum + statSync(path.join(parentPath, name)).size, 0);

async function tryProxy(name, facts, lines) {
  const { child, ca: readCa } = PROXIES[name]();
  const ca = await waitFor('certificate', readCa);
  const agent = new HttpsAgent({ ca, keepAlive: true, maxSockets: 1 });
  const options = { host: 'localhost', port: HTTPS_PORT, family: 4, ca };
  /** Sends a request; the response is unread. */
  const send = async (method, resource, { headers = {}, body = [], ...more } = {}) => {
    const sent = httpsRequest({ ...options, method, path: resource, headers, agent, ...more });
    const answered = once(sent, 'response');
    answered.catch(() => undefined);
    for (const piece of body) if (!sent.write(piece)) await Promise.race([once(sent, 'drain'), answered]);
    sent.end();
    return (await answered)[0];
  };
  const graphql = async (query, headers) => {
    const body = [JSON.stringify({ query })];
    const answer = await send('POST', '/graphql', {
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    const { data, errors } = await json(answer);
    if (errors) throw new Error(JSON.stringify(errors));
    return { data, answer };
  };
  const key = { 'x-api-key': facts.apiKey };
  const passed = (what) => process.stdout.write(`${name}: ${what}\n`);

  const status = async (...args) => {
    const answer = await send(...args);
    await buffer(answer);
    return answer.statusCode;
  };
  await waitFor('proxy', async () => (await status('GET', '/health/ready')) === 200);
  passed('TLS, with one of two APIs down');

  const { status: code, headers } = await fetch(`http://localhost:${HTTP_PORT}/docs?x=1`, { redirect: 'manual' });
  expect('Redirect', [code >= 301 && code <= 308, new URL(headers.get('location')).pathname], [true, '/docs']);
  expect('Redirected to', new URL(headers.get('location')).protocol, 'https:');
  passed('http is redirected');

  const forged = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.example' };
  const elsewhere = new HttpsAgent({ ca, localAddress: '127.0.0.2' });
  const before = lines.length;
  expect(
    'Status',
    await status('GET', '/api/v1/list-posts', { headers: { ...key, ...forged }, agent: elsewhere }),
    200,
  );
  const line = await waitFor('line in the log', () =>
    lines.slice(before).find(({ route }) => /list-posts/.test(route)),
  );
  expect('Address in the log', line.address, '127.0.0.2');
  passed('the log has the address of the client, not the one that it claims');

  expect(
    '12 KB of headers',
    await status('GET', '/api/v1/list-posts', { headers: { ...key, 'x-large': 'x'.repeat(12_000) } }),
    200,
  );
  const tooLarge = await status('GET', '/api/v1/list-posts', { headers: { ...key, 'x-large': 'x'.repeat(40_000) } });
  expect('40 KB of headers are refused', [400, 431].includes(tooLarge), true);
  passed('12 KB of headers pass, 40 KB are refused');

  // The service closes idle connections after 5 seconds; none of these may meet one that it is closing.
  for (const idleMs of [0, 0, 4_500, 4_900, 5_000, 5_100, 5_500]) {
    await pause(idleMs);
    await graphql('{ __typename }', key);
  }
  passed('connections are reused, and not after the service has closed them');

  const signIn = `mutation { signIn(input: { email: "${facts.email}", password: "${facts.password}" }) { viewer { __typename } } }`;
  const { answer: signedIn } = await graphql(signIn, { origin: `https://${HOST}` });
  const [setCookie] = signedIn.headers['set-cookie'];
  expect('Secure cookie', /; *Secure/i.test(setCookie), true);
  const session = { cookie: setCookie.split(';')[0], origin: `https://${HOST}` };
  passed('signing in sets a cookie for TLS only');

  const draft = `mutation { createPost(input: { post: { content: "Hi", platformIds: ["${facts.textConnections[0]}"] } }) { postGroup { id } } }`;
  const { data: drafted } = await graphql(draft, key);
  const boundary = 'try-proxies';
  const part = (disposition, ...more) =>
    Buffer.from([`--${boundary}`, `Content-Disposition: form-data; ${disposition}`, ...more, '', ''].join('\r\n'));
  let checked = false;
  async function* form() {
    yield part('name="postGroupId"');
    yield Buffer.from(`${drafted.createPost.postGroup.id}\r\n`);
    yield part('name="video"; filename="large.mp4"', 'Content-Type: video/mp4');
    let sent = 0;
    for (const piece of largeVideo()) {
      yield piece;
      sent += piece.length;
      if (checked || sent < 100 * MEBIBYTE) continue;
      // What is still on its way has to fit into the buffers of sockets.
      await waitFor('first third of the video at the service', () => bytesIn(file('data/temporary')) > 80 * MEBIBYTE);
      checked = true;
    }
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  const upload = httpsRequest({
    ...options,
    method: 'POST',
    path: '/media/process-video',
    headers: { ...session, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const uploaded = once(upload, 'response');
  for await (const piece of form()) if (!upload.write(piece)) await once(upload, 'drain');
  upload.end();
  const [answer] = await uploaded;
  const { sessionId, ...other } = await json(answer);
  expect('Upload', [answer.statusCode, other, checked], [200, {}, true]);
  if (name === 'nginx') expect('Bytes that nginx stored', bytesIn(file('nginx-body')), 0);
  passed('300 MB reach the service while they are sent, without being stored on the way');

  const stream = await send('GET', `/media/processing-progress/${sessionId}`, { headers: session });
  expect('Event stream', stream.headers['content-type'], 'text/event-stream; charset=utf-8');
  const pieces = [];
  for await (const piece of stream) pieces.push(String(piece));
  expect('Last event', /"stage":"done"/.test(pieces.at(-1)), true);
  expect('Events come one by one', pieces.length > 1 && !/"stage":"done"/.test(pieces[0]), true);
  passed(`an event stream arrives in ${pieces.length} pieces`);

  const tooLong = httpsRequest({
    ...options,
    method: 'POST',
    path: '/media/process-video',
    headers: {
      ...session,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': 600 * MEBIBYTE,
    },
  });
  tooLong.on('error', () => undefined);
  const refused = once(tooLong, 'response');
  tooLong.write(part('name="postGroupId"'));
  const pour = setInterval(() => tooLong.write(Buffer.alloc(MEBIBYTE)), 1);
  const [{ statusCode }] = await refused;
  clearInterval(pour);
  tooLong.destroy();
  // nginx refuses them by their length, and the service once it has 512 MB.
  expect('600 MB', statusCode, name === 'nginx' ? 413 : 400);
  passed('600 MB are refused');

  class TrustingSocket extends WebSocket {
    constructor(address, protocols) {
      super(address, protocols, { ca, family: 4 });
    }
  }
  const client = createClient({ url: `wss://${HOST}/graphql`, webSocketImpl: TrustingSocket, connectionParams: key });
  const content = `Through ${name}`;
  const schedule = `mutation { createPost(input: { post: { content: "${content}", platformIds: ["${facts.textConnections[0]}"] }, scheduledTime: "${new Date(Date.now() + 3_000).toISOString()}" }) { postGroup { id } } }`;
  const { data: scheduled } = await graphql(schedule, key);
  const steps = client.iterate({
    query: 'subscription ($id: ID!) { postProgress(postGroupId: $id, after: 0) { type } }',
    variables: { id: scheduled.createPost.postGroup.id },
  });
  const seen = [];
  for await (const { data, errors } of steps) {
    if (errors) throw new Error(JSON.stringify(errors));
    seen.push(data.postProgress.type);
    if (seen.at(-1) === 'GROUP_FINISHED') break;
  }
  await client.dispose();
  expect('Published', seen.includes('PUBLISHED'), true);
  passed(`a web socket shows a post go out: ${seen.join(', ')}`);

  agent.destroy();
  elsewhere.destroy();
  await stop(child);
}

try {
  const lines = [];
  start(process.execPath, [path.join(here, '../.build/service/main.js')], {
    env: {
      DATA_DIR: file('data'),
      PORT: String(PORT),
      SANDBOX_PORT: '0',
      PUBLIC_URL: `https://${HOST}`,
      TRUSTED_PROXIES: '1',
      LOG_LEVEL: 'info',
    },
    onLine: (line) => line.startsWith('{') && lines.push(JSON.parse(line)),
  });
  const facts = await waitFor('service', async () => {
    const { ok } = await fetch(`http://127.0.0.1:${PORT}/health/ready`);
    return ok && JSON.parse(readFileSync(file('data/demo.json'), 'utf8'));
  });
  for (const name of Object.keys(PROXIES)) await tryProxy(name, facts, lines);
} finally {
  await Promise.all([...children].map(stop));
  rmSync(folder, { recursive: true, force: true });
}
