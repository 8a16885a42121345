/** White text on it has a contrast of at least 4.5:1, with some room. */
const LEAST = 4.8;
/** On a dark page, such a button has at least 2.5:1 to the page. */
const MOST_ON_DARK = 7;
const MOST = 21;

/** The accent color `#rrggbb` for buttons with white text, darker or lighter where their contrasts need it. */
export const accentOn = (theme: 'light' | 'dark', color: string): string =>
  withContrast(color, LEAST, theme === 'dark' ? MOST_ON_DARK : MOST);

type Rgb = readonly number[];

const toRgb = (color: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);

const toHex = (rgb: Rgb): string =>
  `#${rgb
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** As WCAG 2.2 defines it. */
function contrastToWhite(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

/** Mixed with as little black or white as possible. */
function withContrast(color: string, least: number, most: number): string {
  const own = toRgb(color);
  const contrast = contrastToWhite(own);
  if (contrast >= least && contrast <= most) return color;
  const [target, bound] = contrast < least ? [0, least] : [1, most];
  const mixed = (part: number) => own.map((value) => value + (target - value) * part);
  let [little, much] = [0, 1];
  for (let step = 0; step < 12; step += 1) {
    const middle = (little + much) / 2;
    const isEnough = target === 0 ? contrastToWhite(mixed(middle)) >= bound : contrastToWhite(mixed(middle)) <= bound;
    if (isEnough) much = middle;
    else little = middle;
  }
  return toHex(mixed(much));
}
