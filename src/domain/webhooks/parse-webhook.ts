/**
 * Total parsers of what creates and changes a webhook: any value in, a clean value or the catalogue's error out. The
 * two REST interfaces differ in what they refuse (docs/contract/webhooks.md); each rule has one place here.
 */
import { isBlank } from '../../foundation/blank-text.js';
import { storableText } from '../../foundation/database/storable-text.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { publishableText } from '../../foundation/errors/publishable-text.js';
import { shownValue } from '../../foundation/errors/shown-value.js';
import { isInternalAddress } from '../../foundation/http-client/public-address.js';
import { CONTRACT_EVENTS, type ContractEventName, isOfContract, type WebhookEventName } from './webhook-event.js';

const MAX_NAME = 200;
const MAX_URL = 2048;

/** What is missing comes before what is wrong. */
export function assertComplete({ name, url, events }: Record<string, unknown>): void {
  if (!name || !url || !Array.isArray(events) || events.length === 0) throw new AppError('WEBHOOK_FIELDS_REQUIRED');
}

/** What may not be missing [webhooks/required]. */
export function parseWebhookName(value: unknown): string {
  if (typeof value !== 'string' || isBlank(value)) throw new AppError('WEBHOOK_FIELDS_REQUIRED');
  if (value.length > MAX_NAME) throw new AppError('WEBHOOK_NAME_TOO_LONG');
  return publishableText(value, 'name');
}

/** At least one event; a repeated one counts once. */
export function parseWebhookEvents(events: readonly WebhookEventName[]): WebhookEventName[] {
  if (events.length === 0) throw new AppError('WEBHOOK_FIELDS_REQUIRED');
  return [...new Set(events)];
}

/** As REST takes them: those of its contract. `invalid` makes the error of others. */
export function parseContractEvents(
  value: unknown,
  invalid: (events: string[]) => AppError = (events) => new AppError('WEBHOOK_EVENTS_UNKNOWN', { events }),
): ContractEventName[] {
  if (!Array.isArray(value) || value.length === 0) throw new AppError('WEBHOOK_FIELDS_REQUIRED');
  const unknown = value.filter((event) => !isOfContract(event));
  if (unknown.length > 0) throw invalid(unknown.map(shownValue));
  return [...new Set<ContractEventName>(value)];
}

/** The error of create, which also lists the events that there are. */
export const unknownEventsOfNew = (events: string[]): AppError =>
  new AppError('WEBHOOK_EVENTS_INVALID', { events, validEvents: [...CONTRACT_EVENTS] });

/** Any http or https address. Its host is not checked. */
export const parseWebhookUrl = (value: unknown): string => read(value, 'WEBHOOK_SCHEME_INVALID').text;

/**
 * As /api/v1 takes it, loopback of IPv6 and names under localhost included [webhooks/loopback-not-blocked]. What an
 * address resolves to is checked at each delivery.
 */
export function parseApiUrl(value: unknown): string {
  const { text, host } = read(value, 'WEBHOOK_URL_NOT_HTTPS');
  refuseInternal(host);
  return text;
}

/** As the dashboard takes it: loopback is refused in every form [webhooks/dashboard-loopback]. */
export function parseDashboardUrl(value: unknown): string {
  const { text, host } = read(value, 'WEBHOOK_SCHEME_INVALID');
  if (host === '[::1]' || host.endsWith('.localhost')) throw new AppError('WEBHOOK_URL_LOCALHOST');
  refuseInternal(host);
  return text;
}

/** As GraphQL takes it: the dashboard's rules, and no other literal address that no delivery would reach. */
export function parseReachableUrl(value: unknown): string {
  const text = parseDashboardUrl(value);
  const host = new URL(text).hostname.replace(/^\[|\]$/g, '');
  if (isInternalAddress(host)) throw new AppError('WEBHOOK_URL_NOT_PUBLIC');
  return text;
}

/** Hosts in the form that the URL standard gives them: `0x7f.1` is `127.0.0.1`. */
function read(
  value: unknown,
  otherScheme: 'WEBHOOK_URL_NOT_HTTPS' | 'WEBHOOK_SCHEME_INVALID',
): { text: string; host: string } {
  if (typeof value === 'string' && value.length > MAX_URL) throw new AppError('WEBHOOK_URL_TOO_LONG');
  if (typeof value !== 'string' || !URL.canParse(value)) throw new AppError('WEBHOOK_URL_INVALID');
  const { protocol, hostname } = new URL(value);
  if (!/^https?:$/.test(protocol)) throw new AppError(otherScheme);
  return { text: storableText(value), host: hostname.replace(/\.$/, '') };
}

const PRIVATE = /^(10|172\.(1[6-9]|2\d|3[01])|192\.168)\.[\d.]+$/;
const LINK_LOCAL = /^169\.254\.[\d.]+$/;
/** Where clouds tell their machines their secrets. */
const METADATA = ['metadata', 'metadata.google.internal', 'metadata.goog', 'instance-data', '100.100.100.200'];

/** What no address may be, in the order in which it is checked. */
function refuseInternal(host: string): void {
  if (host === 'localhost' || host === '127.0.0.1') throw new AppError('WEBHOOK_URL_LOCALHOST');
  if (PRIVATE.test(host)) throw new AppError('WEBHOOK_URL_PRIVATE');
  if (LINK_LOCAL.test(host)) throw new AppError('WEBHOOK_URL_LINK_LOCAL');
  if (METADATA.includes(host)) throw new AppError('WEBHOOK_URL_METADATA');
}
