import { type Brand, ICON_PATH } from '../foundation/http/brand.js';
import { html } from '../foundation/http/page.js';

/** The color of the mark in dashboard/public/brand/icon.svg, and the backgrounds of dashboard/src/shell/tokens.css. */
const MARK_COLOR = '#0e6a75';
const BACKGROUND = '#fcfcfb';

/** The dashboard's page with the brand in it. Its scripts read it from the `meta` elements. */
export function brandedPage(page: string, { name, color, logoUrl }: Brand): string {
  const values: Record<string, string> = { name, color, logo: logoUrl ?? '', icon: logoUrl ?? ICON_PATH };
  return page.replace(/\{\{brand-(\w+)\}\}/g, (placeholder, key: string) => html`${values[key] ?? placeholder}`.text);
}

/** The mark on the brand's color. */
export const brandedIcon = (svg: string, { color }: Brand): string => svg.replaceAll(MARK_COLOR, color);

/** The service worker, which shows push messages with the logo. */
export const brandedWorker = (script: string, { logoUrl }: Brand): string =>
  script.replace("'{{icon}}'", () => JSON.stringify(logoUrl ?? '/brand/icon-192.png'));

/** The web app manifest, with which browsers install the dashboard. */
export function webManifest({ name, color, logoUrl }: Brand) {
  const png = (size: number, purpose: string, suffix = '') => ({
    src: `/brand/icon-${size}${suffix}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    id: '/',
    name,
    short_name: name,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: BACKGROUND,
    theme_color: color,
    icons: logoUrl
      ? [{ src: logoUrl, sizes: '512x512', purpose: 'any' }]
      : [png(192, 'any'), png(512, 'any'), png(512, 'maskable', '-maskable')],
  };
}
