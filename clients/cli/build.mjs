/** Bundles the command line into dist/main.mjs, or into the file that is given: installing it installs one file. */
import path from 'node:path';
import process from 'node:process';
import { bundle } from './bundle.mjs';

const [, , file = path.join(import.meta.dirname, 'dist/main.mjs')] = process.argv;
await bundle(file, 'esm');
