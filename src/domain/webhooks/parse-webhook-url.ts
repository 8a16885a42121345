import type { CreateWebhookInput } from './create-webhook.use-case.js';
import { parseReachableUrl, parseWebhookUrl } from './parse-webhook.js';

export const parseUrl = (
  { url, validateUrl }: Pick<CreateWebhookInput, 'url' | 'validateUrl'>,
  allowPrivate: boolean,
) => (validateUrl && !allowPrivate ? parseReachableUrl(url) : parseWebhookUrl(url));
