/** Stylesheet of the HTML pages: one column that fits a phone, with the colours and the type of the dashboard's theme. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --back: #ffffff; --line: #dee2e6; --edge: #868e96; --text: #000000; --soft: #495057; --accent: #1971c2;
  --accent-hover: #1864ab; --good: #17663a; --good-back: #ebfbee; --bad: #c92a2a; --bad-back: #fff5f5;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #242424; --line: #424242; --edge: #828282; --text: #c9c9c9; --soft: #b8b8b8;
    --good: #8ce99a; --good-back: #1f3524; --bad: #ffa8a8; --bad-back: #3d2424;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; padding: clamp(1rem, 8vh, 5rem) 1rem 4rem; background: var(--back); color: var(--text);
  font: 1rem/1.55 -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;
  overflow-wrap: anywhere;
}
body::before { content: 'Social publishing'; display: block; margin-bottom: 1rem; font-weight: 600; text-align: center; }
main { max-width: 30rem; margin: 0 auto; padding: 1.25rem; border: 1px solid var(--line); border-radius: .5rem; }
h1, h2, h3 { font-weight: 700; line-height: 1.45; margin: 0; }
h1 { font-size: 1.375rem; margin-bottom: .5rem; }
h2 { font-size: 1.125rem; margin: 1.5rem 0 .75rem; }
h3 { display: inline; font-size: 1rem; }
p { margin: 0; }
.soft { color: var(--soft); font-size: .875rem; }
.hint { color: var(--soft); font-size: .75rem; margin-bottom: .3rem; }
.notice, .error { padding: .6rem 1rem; border-radius: .5rem; font-size: .875rem; margin-top: 1rem; }
.notice { color: var(--good); background: var(--good-back); }
.error { color: var(--bad); background: var(--bad-back); }
ul { list-style: none; margin: 0; padding: 0; }
.card { border: 1px solid var(--line); border-radius: .5rem; margin-bottom: .6rem; }
form.card { border: 0; margin: 0; }
.account { position: relative; padding: .75rem 1rem; }
.account > p { margin-right: 7.5rem; }
.status { font-size: .875rem; color: var(--good); }
.status.expired, .status.expiring_soon { color: var(--bad); }
.account form { border-top: 1px solid var(--line); margin-top: .75rem; padding-top: .75rem; font-size: .875rem; }
summary { cursor: pointer; }
.account summary, button {
  font: inherit; font-size: .875rem; font-weight: 600; line-height: 1; padding: .7rem 1.1rem; border-radius: .5rem;
  border: 1px solid; cursor: pointer;
}
.account summary {
  position: absolute; top: .9rem; right: 1rem; list-style: none; padding: .5rem .8rem; border-color: var(--edge);
}
.account summary::-webkit-details-marker { display: none; }
button { width: 100%; margin-top: 1rem; color: #ffffff; background: var(--accent); border-color: var(--accent); }
button:hover { background: var(--accent-hover); }
button.disconnect { width: auto; margin-top: .6rem; color: var(--bad); background: none; border-color: currentColor; }
button.disconnect:hover, .account summary:hover { text-decoration: underline; }
.platform > summary { padding: .75rem 1rem; }
.platform > summary::marker { color: var(--soft); }
details.platform form { margin-top: -.4rem; padding: 0 1rem 1rem; }
.or { padding: 0 1rem .4rem; }
label { display: block; font-size: .875rem; font-weight: 600; margin-top: .9rem; }
.choice { font-weight: 400; margin-top: .5rem; }
.choice input { width: auto; accent-color: var(--accent); }
fieldset { border: 0; margin: 0; padding: 0; }
legend { font-size: .875rem; font-weight: 600; padding: 1rem 0 0; }
label small { font-weight: 400; color: var(--soft); }
input {
  width: 100%; font: inherit; font-size: .875rem; color: inherit; background: var(--back); padding: .5rem .75rem;
  border-radius: .5rem; border: 1px solid var(--edge);
}
a { color: inherit; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code { font-size: .875rem; }
`;
