import { createHash } from 'node:crypto';
import type { AccountCore } from '../account.js';
import { faultKinds, sandboxPlatforms } from '../types.js';
import { timelineScript } from './script.js';
import { timelineStyle } from './style.js';

const attribute = (value: unknown): string =>
  JSON.stringify(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** A color for each platform, as unlike the others as can be. */
const hueOf = (index: number): number => Math.round((index * 360) / sandboxPlatforms.length);

const columns = sandboxPlatforms.map(
  (platform, index) => `<section data-platform="${platform}" aria-label="${platform}" style="--hue: ${hueOf(index)}">
<h2>${platform} <small></small></h2>
<details class="faults"><summary>Faults: none</summary>
<label><input type="checkbox" checked> only for the next post</label>
<div class="buttons"></div></details>
</section>`,
);

/** The timeline page, which can set faults for these accounts: complete in itself, it loads nothing from elsewhere. */
export const timelinePage = (accounts: readonly AccountCore[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox timeline</title>
<link rel="icon" href="data:,">
<style>${timelineStyle}</style>
</head>
<body>
<header><h1>Sandbox</h1><p>What the platforms received, newest first. Nothing leaves this computer.</p>
<span id="live" role="status">connecting</span></header>
<div id="settings" hidden data-platforms="${attribute(sandboxPlatforms)}" data-faults="${attribute(faultKinds.filter((kind) => kind !== 'answer'))}"
data-accounts="${attribute(accounts.map(({ platform, accountId, username }) => ({ platform, accountId, username })))}"></div>
<main>${columns.join('\n')}</main>
<script>${timelineScript}</script>
</body>
</html>
`;

const hash = createHash('sha256').update(timelineScript).digest('base64');

/** Lets nothing run on the page but its own script: what is shown was written by others. */
export const timelinePolicy =
  `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
