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
