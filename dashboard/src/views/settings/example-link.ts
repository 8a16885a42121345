import { msg } from '@lingui/core/macro';

/** Parameters of a link, with what people usually give them. */
export const PARAMETERS = [
  { name: 'source', label: msg`Source (utm_source)`, example: '{platform}' },
  { name: 'medium', label: msg`Medium (utm_medium)`, example: 'social' },
  { name: 'campaign', label: msg`Campaign (utm_campaign)`, example: 'spring-sale' },
  { name: 'term', label: msg`Term (utm_term)`, example: '' },
  { name: 'content', label: msg`Content (utm_content)`, example: '{account}' },
] as const;

export type ParameterName = (typeof PARAMETERS)[number]['name'];

/** What the service makes of a link. */
export function exampleLink(values: Record<ParameterName, string>, platform: string): string {
  const replaced: Record<string, string> = { platform, account: 'acme', date: new Date().toISOString().slice(0, 10) };
  const query = PARAMETERS.flatMap(({ name }) => {
    const value = values[name]
      .trim()
      .replace(/\{(platform|account|date)\}/g, (all, key: string) => replaced[key] ?? all);
    return value === '' ? [] : `utm_${name}=${encodeURIComponent(value)}`;
  }).join('&');
  return `https://example.com/page${query && `?${query}`}`;
}
