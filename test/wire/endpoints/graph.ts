/** What the platforms of one vendor share. */
import { fields } from '../endpoint.js';

/** Those of November 2026; v21.0 ends in January 2027. */
export const graphVersions = /^v2[1-6]\.0$/;

export const selection = fields(['fields']);
export const page = fields(['fields'], ['limit', 'after', 'before', 'since', 'until']);
