/** Push messages to this browser, which public/service-worker.js shows. */
import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { type Client, useClient } from 'urql';
import { type Failure, failureOf } from '../api/failure.js';
import { useIsNotified } from './notifications.js';
import { PUSH_SUBSCRIPTION, SUBSCRIBE_TO_PUSH, UNSUBSCRIBE_FROM_PUSH } from './push.operations.js';
import { useViewer } from './viewer.js';

/** What the browser allows. `default`: it asks the person. */
export type PushPermission = NotificationPermission | 'unsupported';

export function pushPermission(): PushPermission {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  return isSupported ? Notification.permission : 'unsupported';
}

const SERVICE_WORKER = '/service-worker.js';

/** Who has push messages in this browser: after the next sign-in, they go on for this person alone. */
const PERSON_SLOT = 'push-person';

const NO_PUSH_SERVICE: Failure = {
  code: 'UNREACHABLE',
  get message() {
    return t`The push service of this browser cannot be reached. Try again later.`;
  },
  details: {},
  requestId: null,
};

/** Subscribes this browser for the person who is signed in. Null: it is subscribed. */
export async function subscribe(client: Client, personId: string): Promise<Failure | null> {
  const { data, ...state } = await client.query(PUSH_SUBSCRIPTION, {}, { requestPolicy: 'network-only' }).toPromise();
  const key = data?.pushSubscription?.key;
  if (key === undefined) return failureOf(state);
  const subscription = await subscribeWith(key).catch(() => null);
  if (!subscription) return NO_PUSH_SERVICE;
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  const failure = failureOf(
    await client.mutation(SUBSCRIBE_TO_PUSH, { input: { endpoint, p256dh, auth, key } }).toPromise(),
  );
  if (!failure) keepPerson(personId);
  return failure;
}

/** The subscription of this browser with a key; one with another key is replaced. */
async function subscribeWith(key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(SERVICE_WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  if (before) {
    if (keyOf(before) === key) return before;
    await before.unsubscribe();
  }
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

const keyOf = ({ options: { applicationServerKey } }: PushSubscription): string =>
  btoa(String.fromCharCode(...new Uint8Array(applicationServerKey ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Ends the subscription of this browser. Null: it is not subscribed. */
export async function unsubscribe(client: Client): Promise<Failure | null> {
  keepPerson(null);
  const failure = failureOf(await client.mutation(UNSUBSCRIBE_FROM_PUSH, {}).toPromise());
  if (failure) return failure;
  const registration = await navigator.serviceWorker.getRegistration(SERVICE_WORKER);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  return null;
}

function keepPerson(personId: string | null): void {
  try {
    if (personId === null) localStorage.removeItem(PERSON_SLOT);
    else localStorage.setItem(PERSON_SLOT, personId);
  } catch {
    // Without storage, push messages end with the session.
  }
}

function keptPerson(): string | null {
  try {
    return localStorage.getItem(PERSON_SLOT);
  } catch {
    return null;
  }
}

/** Subscribes this browser again after the person who had push messages here has signed in again. */
export function useKeptPush(): void {
  const client = useClient();
  const { person } = useViewer();
  const personId = useIsNotified() ? (person?.memberId ?? null) : null;
  useEffect(() => {
    if (personId === null || keptPerson() !== personId || pushPermission() !== 'granted') return;
    void client
      .query(PUSH_SUBSCRIPTION, {}, { requestPolicy: 'network-only' })
      .toPromise()
      .then(({ data }) => (data?.pushSubscription?.subscribedAt === null ? subscribe(client, personId) : null));
  }, [client, personId]);
}
