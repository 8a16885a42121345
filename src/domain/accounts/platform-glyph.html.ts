/** The sign of each platform on the pages without script. No company's logo: it says what the platform is for. */
import { html, type Markup } from '../../foundation/http/page.js';
import type { PlatformKey } from '../../platforms/port/platform.js';

/** The background, and a path in a square of 16, as dashboard/src/parts/platform-glyph.tsx has them. */
const LOOKS: Record<PlatformKey, readonly [color: string, path: string]> = {
  fediverse: ['#6a4fc4', 'M8 3.6v0M3.6 11.6v0M12.4 11.6v0M8 3.6 3.6 11.6M8 3.6l4.4 8M3.6 11.6h8.8'],
  messenger: [
    '#0b6fb8',
    'M2.8 7.4c0-2.4 2.2-4.2 5.2-4.2s5.2 1.8 5.2 4.2-2.2 4.2-5.2 4.2c-.7 0-1.4-.1-2-.3l-2.6 1.4.6-2.4c-.7-.8-1.2-1.8-1.2-2.9z',
  ],
  microblog: ['#3f4650', 'M3 4.6h10M3 8h10M3 11.4h5.6'],
  network: ['#1a5fa0', 'M2.8 6h10.4v6.6H2.8zM6 5.8V3.6h4v2.2M2.8 9h10.4'],
  photogram: ['#b3376b', 'M3 3h10v10H3zM8 10.4a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8z'],
  pinboard: ['#b23a2e', 'M5.4 3h5.2M6.4 3v4L4.2 9.6h7.6L9.6 7V3M8 9.6v4'],
  shortvideo: ['#96298a', 'M4.4 2.6h7.2v10.8H4.4zM7 6.2v3.6L9.6 8z'],
  skyfeed: ['#0a7196', 'M4.8 12.2a2.6 2.6 0 0 1-.2-5.2 3.6 3.6 0 0 1 6.9.4 2.4 2.4 0 0 1 .1 4.8z'],
  socialpage: ['#3a55b4', 'M4 13.4V2.8M4 3.2h8.4l-2 2.8 2 2.8H4'],
  threadtalk: [
    '#55504a',
    'M12.4 6.4C12 4.2 10.4 3 8 3 5 3 3.4 5 3.4 8s1.6 5 4.6 5c2.4 0 4-1.2 4-3 0-1.6-1.4-2.6-3.6-2.6-1.4 0-2.4.6-2.4 1.6s.9 1.5 2 1.5c1.8 0 2.4-1.4 2.2-3.5',
  ],
  videohub: ['#b02a37', 'M2.4 4h11.2v8H2.4zM6.8 6.2v3.6L9.8 8z'],
};

/** Decorative: the platform's name is beside it. */
export function platformGlyph(platform: string): Markup {
  const [color, path] = LOOKS[platform as PlatformKey] ?? ['#5c5c57', 'M3.4 8h9.2'];
  return html`<svg width="24" height="24" viewBox="0 0 16 16" aria-hidden="true"><rect width="16" height="16" rx="4.5" fill="${color}"/><path d="${path}" fill="none" stroke="#fff" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" transform="translate(8 8) scale(.82) translate(-8 -8)"/></svg>`;
}
