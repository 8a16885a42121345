/**
 * Shows push messages, whose form is `PushMessage` of src/domain/notifications/push-message.ts. It caches nothing and handles no
 * requests of pages.
 */
const worker = globalThis;

worker.addEventListener('install', () => worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});

/** The same message a second time changes what is shown without a sound. */
async function show({ title, body, path, tag, time, id }) {
  const shown = await worker.registration.getNotifications({ tag });
  await worker.registration.showNotification(title, {
    body,
    tag,
    timestamp: time,
    data: { path, id, time },
    icon: '{{icon}}',
    renotify: !shown.some(({ data }) => data.time >= time),
  });
}

worker.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  const { path, id } = notification.data;
  event.waitUntil(Promise.all([open(new URL(path, worker.location.origin)), markAsRead(id)]));
});

/** Shows the page in the window that has it, or in a new one. Other windows keep what somebody writes there. */
async function open(address) {
  if (address.origin !== worker.location.origin) return;
  const windows = await worker.clients.matchAll({ type: 'window' });
  const found = windows.find(({ url }) => new URL(url).pathname === address.pathname);
  if (!found) return void (await worker.clients.openWindow(address));
  await found.focus();
  await found.navigate(address);
}

async function markAsRead(id) {
  if (id === null) return;
  const query = 'mutation ($input: MarkNotificationsReadInput!) { markNotificationsRead(input: $input) { unread } }';
  // It stays unread without a connection or a session.
  await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { input: { ids: [id] } } }),
  }).catch(() => undefined);
}
