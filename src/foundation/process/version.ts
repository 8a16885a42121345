/** The version of the service; `npm run release` changes it. */
export const VERSION = '0.1.0';
