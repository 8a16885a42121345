/**
 * The stylesheet of the HTML pages: one column that fits a phone, with the tokens of dashboard/DESIGN.md and the
 * operator's brand.
 */
import { accentOn } from './accent.js';
import type { Brand } from './brand.js';

/** A text in CSS. Only letters, digits and spaces are written as they are. */
const cssText = (text: string): string =>
  `"${text.replace(/[^\p{L}\p{N} ]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`;

/**
 * `mark`: the path of the mark on this host. A logo on another host is not shown: the address of a page can be a secret,
 * and such pages load nothing from elsewhere.
 */
export const pageStyle = (brand: Brand, mark: string | null): string => `
:root {
  color-scheme: light dark;
  --sunken: #f6f6f4; --panel: #ffffff; --line: #e7e7e3; --edge: #8a8a84; --hover: #f6f6f4; --text: #1c1c1a;
  --soft: #5c5c57; --accent: ${accentOn('light', brand.color)}; --glow: ${brand.color}14; --good: #17663a; --good-back: #ebfbee;
  --bad: #b3261e; --bad-back: #fdf0ee; --shadow: 0 4px 16px rgb(0 0 0 / 10%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --sunken: #0d0e10; --panel: #18191d; --line: #26282d; --edge: #757a84; --hover: #1f2126; --text: #e8e9ec;
    --soft: #b6b9c0; --accent: ${accentOn('dark', brand.color)}; --glow: ${brand.color}2e; --good: #8ce99a; --good-back: #1f3524;
    --bad: #ffa8a8; --bad-back: #3d2424; --shadow: none;
  }
}
*, ::before { box-sizing: border-box; }
html { background: var(--sunken); }
body {
  margin: 0; min-height: 100vh; padding: clamp(1rem, 8vh, 5rem) 1rem 4rem; color: var(--text);
  background: radial-gradient(60rem 30rem at 50% -12rem, var(--glow), transparent) no-repeat;
  font: .875rem/1.5 'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; overflow-wrap: anywhere;
}
body::before {
  content: ${cssText(brand.name)}; display: block; max-width: 30rem; margin: 0 auto 1rem; font-size: 1rem; font-weight: 600;
  line-height: 2rem;${mark === null || brand.logoUrl !== null ? '' : `\n  padding-left: 2.75rem; background: url(${mark}) left center / 2rem no-repeat;`}
}
main {
  max-width: 30rem; margin: 0 auto; padding: 2rem; border: 1px solid var(--line); border-radius: 1rem;
  background: var(--panel); box-shadow: var(--shadow);
}
@media (max-width: 30em) { main { padding: 1.5rem; } }
h1, h2, h3 { font-weight: 600; margin: 0; }
h1 { font-size: 1.375rem; line-height: 1.3; letter-spacing: -.01em; margin-bottom: .5rem; }
h2 { font-size: 1rem; line-height: 1.4; margin: 1.75rem 0 .75rem; }
h3 { display: inline; font-size: .875rem; font-weight: 500; }
p { margin: 0; }
p + p { margin-top: .75rem; }
.soft { color: var(--soft); }
.hint { color: var(--soft); font-size: .75rem; margin: 0 0 .3rem; }
.notice, .error { padding: .7rem 1rem; border-radius: .5rem; margin-top: 1rem; }
.notice { color: var(--good); background: var(--good-back); }
.error { color: var(--bad); background: var(--bad-back); }
ul { list-style: none; margin: 0; padding: 0; }
ul.rights, ul.kinds { list-style: disc; padding-left: 1.25rem; }
ul.kinds { margin: .75rem 0; }
.card { border: 1px solid var(--line); border-radius: .75rem; }
form.card { border: 0; }
.account { position: relative; display: flex; flex-wrap: wrap; gap: 0 .75rem; padding: .75rem 1rem; margin-bottom: .6rem; }
.account > svg { margin-top: .35rem; }
.account > div { flex: 1 1 10rem; padding-right: 6.5rem; }
.account p + p { margin-top: 0; }
.status { font-size: .8125rem; color: var(--soft); }
.status.expired, .status.expiring_soon { color: var(--bad); }
.account details { flex: 1 0 100%; }
.account form { border-top: 1px solid var(--line); margin-top: .75rem; padding-top: .75rem; font-size: .8125rem; }
svg { flex: none; display: block; }
summary { cursor: pointer; }
.account summary, button {
  font: inherit; font-weight: 500; line-height: 1.25; padding: .6rem 1.1rem; border-radius: .5rem; border: 1px solid;
  cursor: pointer;
}
.account summary {
  position: absolute; top: .9rem; right: 1rem; list-style: none; padding: .35rem .75rem; border-color: var(--edge);
  font-size: .8125rem;
}
summary::-webkit-details-marker { display: none; }
button {
  width: 100%; margin-top: 1rem; font-size: .8125rem; color: #ffffff; background: var(--accent);
  border-color: var(--accent);
}
button:hover { filter: brightness(1.12); }
button.plain { color: inherit; background: none; border-color: var(--edge); margin-top: .6rem; }
button.plain:hover { background: var(--hover); filter: none; }
button.disconnect { width: auto; margin-top: .6rem; color: var(--bad); background: none; border-color: currentColor; }
button.disconnect:hover, .account summary:hover { text-decoration: underline; filter: none; }
.platforms { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: .6rem; }
.platform > summary, button.platform {
  display: flex; align-items: center; gap: .65rem; width: 100%; margin: 0; padding: .7rem .9rem; border-radius: .75rem;
  list-style: none; text-align: left; font-size: .875rem; color: inherit; background: none;
}
button.platform { border: 1px solid var(--line); }
.platform > summary:hover, button.platform:hover { background: var(--hover); filter: none; }
.platform[open] { grid-column: 1 / -1; }
.platform[open] > summary { border-radius: .75rem .75rem 0 0; }
details.platform form { padding: 0 1rem 1rem; }
.or { padding: 0 1rem .2rem; }
label { display: block; font-weight: 500; margin-top: 1rem; }
.choice { font-weight: 400; margin-top: .5rem; }
.choice input { width: auto; accent-color: var(--accent); }
fieldset { border: 0; margin: 0; padding: 0; }
legend { font-weight: 500; padding: 1rem 0 0; }
label small { font-weight: 400; color: var(--soft); }
input {
  width: 100%; font: inherit; color: inherit; background: var(--panel); padding: .5rem .75rem; border-radius: .5rem;
  border: 1px solid var(--edge);
}
@media (pointer: coarse) { input { font-size: 1rem; } }
a { color: inherit; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code { font-size: .8125rem; }
`;
