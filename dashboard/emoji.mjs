import data from 'unicode-emoji-json/data-by-group.json' with { type: 'json' };

const MODULE = 'virtual:emoji';

/** Newer ones are boxes on many devices. */
const NEWEST_VERSION = 15;

/** Vite plugin: all emoji with their names, by group, as `unicode-emoji-json` has them, without what a picker does not show. */
export const emoji = () => ({
  name: 'emoji',
  resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
  load(id) {
    if (id !== `\0${MODULE}`) return undefined;
    const groups = data.map(({ name, emojis }) => ({
      name,
      emoji: emojis
        .filter(({ emoji_version }) => Number(emoji_version) <= NEWEST_VERSION)
        .map((entry) => [entry.emoji, entry.name]),
    }));
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(groups))});`;
  },
});
