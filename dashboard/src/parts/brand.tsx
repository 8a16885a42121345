import { shortCount } from './formats.js';

/** The operator's name, accent color and logo, as the service writes them into the page. */

const meta = (name: string): string => {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
  // Vite's own server leaves the placeholders of index.html.
  return content.startsWith('{{') ? '' : content;
};

export const BRAND_NAME = meta('application-name') || 'Social publishing';
export const BRAND_COLOR = meta('brand-color') || '#0e6a75';
const LOGO_URL = meta('brand-logo');

const tab = { page: '', unread: 0 };

/** Names the page in the title of the browser's tab. */
export const showPageInTab = (page: string): void => showTab({ ...tab, page });

/** Counts unread notifications in the title of the browser's tab. */
export const showUnreadInTab = (unread: number): void => showTab({ ...tab, unread });

function showTab(changed: typeof tab): void {
  Object.assign(tab, changed);
  const { page, unread } = tab;
  document.title = `${unread > 0 ? `(${shortCount(unread)}) ` : ''}${page ? `${page} · ` : ''}${BRAND_NAME}`;
}

/** The operator's logo, or the mark. Decorative: the name is beside it. */
export const Mark = ({ size = 24 }: { size?: number }) => (
  <img
    src={LOGO_URL || '/brand/icon.svg'}
    alt=""
    width={size}
    height={size}
    style={{ flex: 'none', objectFit: 'contain' }}
  />
);
