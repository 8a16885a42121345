/** Made of schema.graphql by dashboard/platform-settings.mjs. */
declare module 'virtual:platform-settings' {
  interface Setting {
    name: string;
    kind: 'choice' | 'flag' | 'text';
    description: string;
    /** Null: nothing is chosen. */
    default: string | boolean | null;
    /** Of a choice. */
    choices: { value: string; about: string }[];
  }

  /** Of the platforms that have settings. */
  const platforms: { platform: string; settings: Setting[] }[];
  export default platforms;
}

/** Made of unicode-emoji-json by dashboard/emoji.mjs. */
declare module 'virtual:emoji' {
  const groups: { name: string; emoji: [emoji: string, name: string][] }[];
  export default groups;
}

/** Made of src/platforms by dashboard/image-ratios.mjs. */
declare module 'virtual:image-ratios' {
  interface Ratios {
    /** The value of a setting for which they are; null: of all others. */
    setting: string | null;
    value: string | null;
    /** Width divided by height; null: any. */
    range: { min: number; max: number } | null;
  }

  /** Of the platforms that do not take all ratios. The first that fits a post counts. */
  const platforms: { platform: string; ranges: Ratios[] }[];
  export default platforms;
}

/** Made of dashboard/locales by dashboard/texts.mjs. */
declare module 'virtual:texts/*' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}

/** Sets the locale that it names; it has no types for Node's resolution. */
declare module 'dayjs/locale/de.js';
