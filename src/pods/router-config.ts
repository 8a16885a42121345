/**
 * The configuration of HAProxy that leads each request to the pod of its account. It reads what `foundation/pod.ts` puts
 * into tokens, keys and ids. What an account took to another pod is in a map, which wins over the digits: the prefix of
 * a key, the SHA-256 of a token, or an id, and the pod that has it now.
 */
import { RETRY_AFTER_SECONDS } from '../foundation/errors/temporary-failure.js';
import type { RoutedPod } from './pod-list.js';

export interface RouterOptions {
  pods: readonly RoutedPod[];
  /** HAProxy's `bind`: an address, and TLS if it ends there. */
  bind: string;
  /** The map of what has moved. */
  mapFile: string;
  /** HAProxy's admin socket, through which the map is changed while it runs. */
  socket: string;
}

/** The position of a token in a path, as conditions and converters of HAProxy. */
const TOKEN_PATHS = [
  { begins: '/account/confirm-email/ /account/reset-password/', token: 'field(4,/)' },
  { begins: '/connect/ /reports/', token: 'field(3,/)' },
  { begins: '/calendar-feeds/', token: 'field(3,/),field(1,.)' },
];
const ID_PATHS = [
  { begins: '/exports/', id: 'field(3,/),bytes(0,24)' },
  { begins: '/objects/', id: 'field(4,/),bytes(0,24)' },
];

/** Parameters in the bodies of OAuth: a code or a token, of which the part before the point names the pod. */
const BODY_TOKENS = [
  { path: '/oauth/token', parameter: 'code' },
  { path: '/oauth/token', parameter: 'refresh_token' },
  { path: '/oauth/revoke', parameter: 'token' },
];

/** A body that REST and GraphQL clients understand. */
const AWAY = JSON.stringify({
  error: 'Temporarily unavailable',
  errors: [
    {
      message: 'Temporarily unavailable',
      extensions: { code: 'INTERNAL_ERROR', retryAfterSeconds: RETRY_AFTER_SECONDS },
    },
  ],
});

/** The whole configuration, for HAProxy 2.6 or newer. */
export function routerConfig({ pods, bind, mapFile, socket }: RouterOptions): string {
  const [first] = pods;
  const moved = (sample: string) => `http-request set-var(txn.pod) ${sample},map(${mapFile})`;
  const has = (name: string) => `{ var(txn.${name}) -m found }`;
  const lines = [
    '# Written by `npm run admin -- pods config`. Change the list of pods and write it again.',
    'global',
    `  stats socket ${socket} mode 600 level admin`,
    '  log stdout format raw local0',
    'defaults',
    '  mode http',
    '  log global',
    '  # No path and no header: both can hold secrets.',
    '  log-format "%ci %b/%s %ST %Ta ms"',
    '  option redispatch',
    '  # The service ends requests after 30 seconds and uploads after an hour; sockets and event streams may be silent.',
    '  timeout connect 5s',
    '  timeout queue 5s',
    '  timeout check 5s',
    '  timeout http-request 75s',
    '  timeout http-keep-alive 75s',
    '  timeout client 3700s',
    '  timeout server 3700s',
    '  timeout tunnel 3700s',
    '  option httpchk',
    '  # Of the process alone: while its database is away, it still serves files, and says itself when to come back.',
    '  http-check send meth GET uri /health/live',
    '  default-server check inter 2s fall 2 rise 1',
    `  http-error status 503 content-type application/json string '${AWAY}' hdr Retry-After ${RETRY_AFTER_SECONDS}`,
    'frontend pods',
    `  bind ${bind}`,
    '  # Replaced, not appended to: what a client sends in them counts for nothing. TRUSTED_PROXIES=1.',
    '  http-request set-header X-Forwarded-For %[src]',
    '  http-request set-header X-Forwarded-Host %[req.hdr(host)]',
    '  http-request set-header X-Forwarded-Proto http',
    '  http-request set-header X-Forwarded-Proto https if { ssl_fc }',
    ...['token', 'id', 'key', 'pod'].map((name) => `  acl named var(txn.${name}) -m found`),
    '  # What says the pod, by precedence: links with a token or an id, the state of a login, a code or token of',
    '  # OAuth, an API key, an access token, the parameter `pod` (two digits, or the prefix of a key), and the session of',
    '  # a browser.',
    ...TOKEN_PATHS.map(
      ({ begins, token }) => `  http-request set-var(txn.token) path,${token} if { path_beg ${begins} }`,
    ),
    '  http-request set-var(txn.token) url_param(state) if { path_beg /auth/ } { url_param(state) -m found }',
    ...ID_PATHS.map(({ begins, id }) => `  http-request set-var(txn.id) path,${id},lower if { path_beg ${begins} }`),
    `  http-request wait-for-body time 5s if METH_POST { path ${[...new Set(BODY_TOKENS.map(({ path }) => path))].join(' ')} }`,
    ...BODY_TOKENS.map(
      ({ path, parameter }) =>
        `  http-request set-var(txn.token) req.body_param(${parameter}),field(1,.) if { path ${path} } { req.body_param(${parameter}) -m found }`,
    ),
    `  http-request set-var(txn.key) req.hdr(x-api-key),field(1,.) if !named { req.hdr(x-api-key) -m found }`,
    `  http-request set-var(txn.key) req.fhdr(authorization),word(2,' '),field(1,.) if !named { req.fhdr(authorization) -m reg -i "^bearer +sk_" }`,
    `  http-request set-var(txn.token) req.fhdr(authorization),word(2,' '),field(1,.) if !named { req.fhdr(authorization) -m reg -i "^bearer +[0-9a-f]{2}[^ .]{41}\\." }`,
    `  http-request set-var(txn.key) url_param(pod) if !named { url_param(pod) -m beg sk_ }`,
    `  http-request set-var(txn.pod) url_param(pod),lower if !named { url_param(pod) -m reg -i ^[0-9a-f]{2}$ }`,
    `  http-request set-var(txn.token) req.cook(service_session) if !named { req.cook(service_session) -m found }`,
    `  http-request set-var(txn.pod) var(txn.key),field(3,_),bytes(0,2) if ${has('key')}`,
    `  http-request set-var(txn.pod) var(txn.token),bytes(0,2) if ${has('token')}`,
    `  http-request set-var(txn.pod) var(txn.id),bytes(12,2) if ${has('id')}`,
    '  # What an account took along when it moved.',
    `  ${moved('var(txn.key)')} if ${has('key')}`,
    `  ${moved('var(txn.token),sha2(256),hex,lower')} if ${has('token')}`,
    `  ${moved('var(txn.id)')} if ${has('id')}`,
    ...pods.map(({ pod }) => `  use_backend pod_${pod} if { var(txn.pod) -m str ${pod} }`),
    '  # What names no pod of the list.',
    `  use_backend pod_${first?.pod} if named`,
    '  default_backend any_pod',
    ...pods.flatMap(({ pod, addresses }) => [
      `backend pod_${pod}`,
      '  balance leastconn',
      ...addresses.map((address, index) => `  server api_${index + 1} ${address}`),
    ]),
    '# Without a session or a key: any pod, the same one for each client.',
    'backend any_pod',
    '  balance source',
    '  hash-type consistent',
    ...pods.flatMap(({ pod, addresses }) =>
      addresses.map((address, index) => `  server pod_${pod}_${index + 1} ${address}`),
    ),
  ];
  return `${lines.join('\n')}\n`;
}
