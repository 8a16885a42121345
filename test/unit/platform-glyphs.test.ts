import { readFileSync } from 'node:fs';
import { platformGlyph } from '../../src/domain/accounts/platform-glyph.html.js';
import { PLATFORM_KEYS } from '../../src/platforms/port/platform.js';

/** The dashboard imports nothing of the service, so both have the signs. */
const dashboard = readFileSync('dashboard/src/parts/platform-glyph.tsx', 'utf8');

test.each(PLATFORM_KEYS)('the sign of %s is the same on the pages as in the dashboard', (platform) => {
  const { text } = platformGlyph(platform);
  const [color = '?'] = /#[\da-f]{6}/.exec(text) ?? [];
  const [, path = '?'] = /<path d="([^"]+)"/.exec(text) ?? [];
  const look = new RegExp(`${platform.toUpperCase()}: \\{([^}]+)\\}`).exec(dashboard)?.[1];
  expect(look).toContain(`'${color}'`);
  expect(look).toContain(`'${path}'`);
});
