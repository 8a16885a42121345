import { parseReachableUrl, parseWebhookUrl } from './parse-webhook.js';

/** The address of a webhook as its owner gives it. Private addresses pass if the operator allows them. */
export const parseUrl = ({ url, validateUrl }: { url: string; validateUrl: boolean }, allowPrivate: boolean): string =>
  validateUrl && !allowPrivate ? parseReachableUrl(url) : parseWebhookUrl(url);
