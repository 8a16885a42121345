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
