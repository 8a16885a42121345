import type { MantineColorsTuple } from '@mantine/core';

/** The contrast to white of each shade; the last four follow the brand's color within bounds. */
const LIGHT_SHADES = [1.07, 1.17, 1.4, 1.75, 2.4, 3.3];
/** White on a button has at least 4.5:1; on a dark page, a button has at least 2.5:1 to the page. */
const DARK_THEME = { min: 4.8, max: 7 };
const LIGHT_THEME = { min: 4.8, max: 16 };

/** The shades of buttons in the light and in the dark theme. */
export const ACCENT_SHADE = { light: 7, dark: 6 } as const;

/** Ten shades of a color `#rrggbb`, from light to dark, with contrasts that hold for every color. */
export function accentShades(color: string): MantineColorsTuple {
  const hsl = toHsl(color);
  const own = contrastToWhite(hsl);
  const strong = clamp(own, LIGHT_THEME);
  const contrasts = [...LIGHT_SHADES, clamp(own, DARK_THEME), strong, strong * 1.2, strong * 1.45];
  return contrasts.map((contrast) => withContrast(hsl, contrast)) as unknown as MantineColorsTuple;
}

type Hsl = readonly [hue: number, saturation: number, lightness: number];

const clamp = (value: number, { min, max }: { min: number; max: number }) => Math.min(max, Math.max(min, value));

function toHsl(color: string): Hsl {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255) as [
    number,
    number,
    number,
  ];
  const [max, min] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const [lightness, range] = [(max + min) / 2, max - min];
  if (range === 0) return [0, 0, lightness];
  const hue =
    max === red ? (green - blue) / range : max === green ? (blue - red) / range + 2 : (red - green) / range + 4;
  return [(hue * 60 + 360) % 360, range / (1 - Math.abs(2 * lightness - 1)), lightness];
}

/** Red, green and blue, each from 0 to 1. */
function toRgb([hue, saturation, lightness]: Hsl): number[] {
  const amplitude = saturation * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((offset) => {
    const position = (offset + hue / 30) % 12;
    return lightness - amplitude * Math.max(-1, Math.min(position - 3, 9 - position, 1));
  });
}

const toHex = (hsl: Hsl): string =>
  `#${toRgb(hsl)
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** As WCAG 2.2 defines it. */
function contrastToWhite(hsl: Hsl): number {
  const [red = 0, green = 0, blue = 0] = toRgb(hsl).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

/** The color with the lightness that has this contrast to white. */
function withContrast([hue, saturation]: Hsl, contrast: number): string {
  let [dark, light] = [0, 1];
  for (let step = 0; step < 16; step += 1) {
    const middle = (dark + light) / 2;
    if (contrastToWhite([hue, saturation, middle]) > contrast) dark = middle;
    else light = middle;
  }
  return toHex([hue, saturation, (dark + light) / 2]);
}
