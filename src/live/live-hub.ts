import pg from 'pg';
import type { Logger } from 'pino';
import type { DeliveryNotice } from '../webhooks/webhook.js';
import { DELIVERY_CHANNEL, parseDeliveryNotice } from '../webhooks/webhook-delivery.repository.js';
import { LIVE_CHANNEL, type LiveNotice } from './live-event.js';
import { parseNotice } from './live-event.repository.js';

/** Told after the connection was lost: notices may have been missed, so whoever follows has to read again. */
export const RESYNC = 'resync';

export type NoticeListener = (notice: LiveNotice | typeof RESYNC) => void;
export type DeliveryListener = (notice: DeliveryNotice | typeof RESYNC) => void;

/** One LISTEN connection of this process, fanned out to everyone in it who follows something. */
export interface LiveHub {
  start(): Promise<void>;
  /** Adds a listener; the answer removes it. */
  follow(listener: NoticeListener): () => void;
  /** The same for deliveries of webhooks. */
  followDeliveries(listener: DeliveryListener): () => void;
  /** Since when notices may have been missed; undefined while none can have been. Read it when a RESYNC is told. */
  lostAt(): Date | undefined;
  stop(): Promise<void>;
}

const RECONNECT_MS = 1000;

export function makeLiveHub({ url, log }: { url: string; log: Logger }): LiveHub {
  const listeners = new Set<NoticeListener>();
  const deliveryListeners = new Set<DeliveryListener>();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let lostAt: Date | undefined;

  const tell: NoticeListener = (notice) => {
    for (const listener of listeners) listener(notice);
  };
  const tellOfDelivery: DeliveryListener = (notice) => {
    for (const listener of deliveryListeners) listener(notice);
  };

  async function connect(): Promise<void> {
    const connecting = new pg.Client({ connectionString: url, application_name: 'live-hub', keepAlive: true });
    client = connecting;
    connecting.on('notification', ({ channel, payload = '' }) => {
      if (channel === DELIVERY_CHANNEL) return tellOfDelivery(parseDeliveryNotice(payload));
      const notice = parseNotice(payload);
      if (notice) tell(notice);
    });
    connecting.on('error', (error) => log.warn({ err: error }, 'The live connection to Postgres broke'));
    await connecting.connect();
    connecting.on('end', () => {
      lostAt ??= new Date();
      reconnectLater();
    });
    await connecting.query(`LISTEN ${LIVE_CHANNEL}; LISTEN ${DELIVERY_CHANNEL}`);
  }

  function reconnectLater(): void {
    if (stopped || timer) return;
    timer = setTimeout(async () => {
      timer = undefined;
      try {
        await connect();
        tell(RESYNC);
        tellOfDelivery(RESYNC);
        lostAt = undefined;
      } catch (error) {
        log.warn({ err: error }, 'The live connection to Postgres could not be made');
        reconnectLater();
      }
    }, RECONNECT_MS);
  }

  return {
    start: connect,
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    followDeliveries(listener) {
      deliveryListeners.add(listener);
      return () => deliveryListeners.delete(listener);
    },
    lostAt: () => lostAt,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
