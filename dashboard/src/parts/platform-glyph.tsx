import { t } from '@lingui/core/macro';
import { type Platform, platformName } from './platform.js';

interface Look {
  /** The background of initials and of the glyph; white on it has a contrast of at least 4.5:1. */
  color: string;
  /** A path in a square of 16, drawn with lines of 1.6. */
  path: string;
}

/** Our own signs: they say what a platform is for, and are no company's logo. */
const LOOKS: Record<Platform, Look> = {
  // Three places that are linked.
  FEDIVERSE: { color: '#6a4fc4', path: 'M8 3.6v0M3.6 11.6v0M12.4 11.6v0M8 3.6 3.6 11.6M8 3.6l4.4 8M3.6 11.6h8.8' },
  // A bubble with a tail.
  MESSENGER: {
    color: '#0b6fb8',
    path: 'M2.8 7.4c0-2.4 2.2-4.2 5.2-4.2s5.2 1.8 5.2 4.2-2.2 4.2-5.2 4.2c-.7 0-1.4-.1-2-.3l-2.6 1.4.6-2.4c-.7-.8-1.2-1.8-1.2-2.9z',
  },
  // Short lines of text.
  MICROBLOG: { color: '#3f4650', path: 'M3 4.6h10M3 8h10M3 11.4h5.6' },
  // A briefcase.
  NETWORK: { color: '#1a5fa0', path: 'M2.8 6h10.4v6.6H2.8zM6 5.8V3.6h4v2.2M2.8 9h10.4' },
  // An aperture.
  PHOTOGRAM: { color: '#b3376b', path: 'M3 3h10v10H3zM8 10.4a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8z' },
  // A pin.
  PINBOARD: { color: '#b23a2e', path: 'M5.4 3h5.2M6.4 3v4L4.2 9.6h7.6L9.6 7V3M8 9.6v4' },
  // A frame of a phone with a triangle.
  SHORTVIDEO: { color: '#96298a', path: 'M4.4 2.6h7.2v10.8H4.4zM7 6.2v3.6L9.6 8z' },
  // A cloud.
  SKYFEED: { color: '#0a7196', path: 'M4.8 12.2a2.6 2.6 0 0 1-.2-5.2 3.6 3.6 0 0 1 6.9.4 2.4 2.4 0 0 1 .1 4.8z' },
  // A page with a flag.
  SOCIALPAGE: { color: '#3a55b4', path: 'M4 13.4V2.8M4 3.2h8.4l-2 2.8 2 2.8H4' },
  // A loop of thread.
  THREADTALK: {
    color: '#55504a',
    path: 'M12.4 6.4C12 4.2 10.4 3 8 3 5 3 3.4 5 3.4 8s1.6 5 4.6 5c2.4 0 4-1.2 4-3 0-1.6-1.4-2.6-3.6-2.6-1.4 0-2.4.6-2.4 1.6s.9 1.5 2 1.5c1.8 0 2.4-1.4 2.2-3.5',
  },
  // A screen with a triangle.
  VIDEOHUB: { color: '#b02a37', path: 'M2.4 4h11.2v8H2.4zM6.8 6.2v3.6L9.8 8z' },
};

/** An unsupported platform, such as a removed one. */
const UNKNOWN: Look = { color: '#5c5c57', path: 'M3.4 8h9.2' };

/** The look of a platform by its key, in either spelling. */
const lookOf = (key: string | null): Look => LOOKS[key?.toUpperCase() as Platform] ?? UNKNOWN;

export const platformColor = (key: string | null): string => lookOf(key).color;

interface PlatformGlyphProps {
  /** `FEDIVERSE`, `fediverse`; null: a platform that is no longer supported. */
  platform: string | null;
  /** In pixels. */
  size?: number;
  /** The name is beside it: screen readers skip the glyph. */
  decorative?: boolean;
}

/** The sign of a platform in a square of its color. */
export function PlatformGlyph({ platform, size = 16, decorative = false }: PlatformGlyphProps) {
  const { color, path } = lookOf(platform);
  const name = platform ? platformName(platform) : t`Unsupported platform`;
  const naming = decorative ? ({ 'aria-hidden': true } as const) : ({ role: 'img' } as const);
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" style={{ flex: 'none', display: 'inline-block' }} {...naming}>
      <title>{name}</title>
      <rect width="16" height="16" rx="4.5" fill={color} />
      <path
        d={path}
        fill="none"
        stroke="#fff"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        transform="translate(8 8) scale(.88) translate(-8 -8)"
      />
    </svg>
  );
}
