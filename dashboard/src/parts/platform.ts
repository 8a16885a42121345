/** The name of a platform by its key, in either spelling: `FEDIVERSE`, `fediverse`. */
export const platformName = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1).toLowerCase();
