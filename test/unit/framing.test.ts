/** Framings of images: whole pixels, inside of the image, in the ratio that was chosen. */
import fc from 'fast-check';
import { cropped } from '../../src/domain/media/image-bounds.js';
import { parseFramings } from '../../src/domain/posts/state/framings.js';
import { type Area, areaOf, type Crop, focusIn, type Size } from '../../src/platforms/port/area.js';
import { framingFor } from '../../src/platforms/port/framing.js';
import { PLATFORM_KEYS } from '../../src/platforms/port/platform.js';
import { runs } from '../support/arbitraries.js';

const sides = fc.integer({ min: 1, max: 8192 });
const sizes = fc.record({ width: sides, height: sides });
const fractions = fc.double({ min: 0, max: 1, noNaN: true });
const points = fc.record({ x: fractions, y: fractions });
const parts = fc.double({ min: 1e-6, max: 1, noNaN: true });
/** Any area inside of an image. */
const crops = fc
  .record({ at: points, width: parts, height: parts })
  .map(({ at, width, height }): Crop => ({ x: at.x * (1 - width), y: at.y * (1 - height), width, height }));
const ratios = fc.record({ min: fc.double({ min: 0.05, max: 1 }), max: fc.double({ min: 1, max: 20 }) });

function expectInside(area: Area, outer: Area): void {
  expect(Object.values(area).every(Number.isInteger)).toBe(true);
  expect(Math.min(area.width, area.height)).toBeGreaterThanOrEqual(1);
  expect(area.left).toBeGreaterThanOrEqual(outer.left);
  expect(area.top).toBeGreaterThanOrEqual(outer.top);
  expect(area.left + area.width).toBeLessThanOrEqual(outer.left + outer.width);
  expect(area.top + area.height).toBeLessThanOrEqual(outer.top + outer.height);
}

const whole = ({ width, height }: Size): Area => ({ left: 0, top: 0, width, height });

test('a crop has whole pixels, is inside of the image, and misses its sides by half a pixel', () => {
  fc.assert(
    fc.property(sizes, crops, (size, crop) => {
      const [framing] = parseFramings([{ crop }]);
      const area = areaOf(size, framing?.crop);
      expectInside(area, whole(size));
      // Less than a pixel is one; fractions are rounded to a millionth.
      expect(Math.abs(area.width - Math.max(1, crop.width * size.width))).toBeLessThanOrEqual(0.52);
      expect(Math.abs(area.height - Math.max(1, crop.height * size.height))).toBeLessThanOrEqual(0.52);
      expect(Math.abs(area.left - crop.x * size.width)).toBeLessThanOrEqual(1.52);
      expect(Math.abs(area.top - crop.y * size.height)).toBeLessThanOrEqual(1.52);
    }),
    runs(200),
  );
});

test('its size does not depend on its position', () => {
  fc.assert(
    fc.property(sizes, crops, points, (size, crop, { x, y }) => {
      const moved = { ...crop, x: x * (1 - crop.width), y: y * (1 - crop.height) };
      const [area, other] = [areaOf(size, crop), areaOf(size, moved)];
      expect([area.width, area.height]).toEqual([other.width, other.height]);
    }),
    runs(200),
  );
});

test('what a ratio requires to cut is cut off the crop, and the focus stays in sight', () => {
  fc.assert(
    fc.property(sizes, crops, points, ratios, (size, crop, focus, ratio) => {
      const outer = areaOf(size, crop);
      const area = cropped(size, ratio, { crop, focus });
      expectInside(area, outer);
      // One side is as long as it was.
      expect(area.width === outer.width || area.height === outer.height).toBe(true);
      const [x, y] = [focus.x * size.width, focus.y * size.height];
      for (const [at, start, length, from, whole] of [
        [x, area.left, area.width, outer.left, outer.width],
        [y, area.top, area.height, outer.top, outer.height],
      ] as const) {
        const nearest = Math.min(from + whole, Math.max(from, at));
        expect(nearest).toBeGreaterThanOrEqual(start - 0.5);
        expect(nearest).toBeLessThanOrEqual(start + length + 0.5);
      }
      const sent = focusIn(size, area, focus);
      expect(sent.x >= 0 && sent.x <= 1 && sent.y >= 0 && sent.y <= 1).toBe(true);
    }),
    runs(200),
  );
});

test('without a framing, an image is cut around its centre', () => {
  fc.assert(
    fc.property(sizes, ratios, (size, ratio) => {
      const { left, top, width, height } = cropped(size, ratio);
      expect([left, top]).toEqual([Math.floor((size.width - width) / 2), Math.floor((size.height - height) / 2)]);
    }),
    runs(200),
  );
});

test('equal framings are equal lists, in any order', () => {
  const platforms = fc.uniqueArray(fc.constantFrom(null, ...PLATFORM_KEYS));
  fc.assert(
    fc.property(platforms, points, fc.integer(), (keys, focus, seed) => {
      const given = keys.map((platform) => ({ platform, focus }));
      const turn = keys.length === 0 ? 0 : Math.abs(seed) % keys.length;
      const framings = parseFramings(given);
      expect(parseFramings([...given.slice(turn), ...given.slice(0, turn)])).toEqual(framings);
      expect(parseFramings(framings)).toEqual(framings);
      for (const key of PLATFORM_KEYS) {
        const expected = keys.includes(key) ? key : keys.includes(null) ? null : undefined;
        expect(framingFor(framings, key)?.platform).toBe(expected);
      }
    }),
    runs(200),
  );
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, -0.001, 1.001])('%d is no fraction', (value) => {
  for (const given of [
    { focus: { x: value, y: 0 } },
    { focus: { x: 0, y: value } },
    { crop: { x: value, y: 0, width: 0.5, height: 0.5 } },
    { crop: { x: 0, y: 0, width: 0.5, height: value } },
  ]) {
    expect(() => parseFramings([given])).toThrow(`is ${value}, not a number from 0 to 1`);
  }
});
