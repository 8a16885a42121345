import type { RequestHandler } from 'express';
import expressStaticGzip from 'express-static-gzip';
import { YEAR_SECONDS } from '../foundation/time/durations.js';

/** Serves the files of a folder, as the build has compressed them. What it does not have is left to the routes after it. */
export const builtFiles = (folder: string, cacheControl: string): RequestHandler =>
  expressStaticGzip(folder, {
    enableBrotli: true,
    orderPreference: ['br', 'gz'],
    index: false,
    serveStatic: {
      redirect: false,
      // A part of a compressed file is of no use to a browser.
      acceptRanges: false,
      setHeaders: (response) => void response.setHeader('Cache-Control', cacheControl),
    },
  });

/** For files whose names contain a hash of their content: browsers may cache them permanently. */
export const PERMANENT = `public, max-age=${YEAR_SECONDS}, immutable`;
