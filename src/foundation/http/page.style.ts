/** Stylesheet of the HTML pages: one column that fits a phone, with light and dark mode. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --back: #f3f4f7; --card: #ffffff; --line: #d9dde5; --edge: #737c8c; --text: #1b212c; --soft: #586172;
  --accent: #1f56c3; --on-accent: #ffffff; --good: #17663a; --good-back: #e3f4e9; --bad: #a8231b; --bad-back: #fdeceb;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #13151a; --card: #1c1f26; --line: #343a46; --edge: #858ea0; --text: #e7e9ef; --soft: #a6afc0;
    --accent: #a9c5ff; --on-accent: #0b2559; --good: #8fdcab; --good-back: #16301f; --bad: #ffb4ab; --bad-back: #3b1a17;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--back); color: var(--text); overflow-wrap: anywhere;
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
main { max-width: 40rem; margin: 0 auto; padding: clamp(1.25rem, 5vw, 3.5rem) 1rem 4rem; }
h1 { font-size: clamp(1.5rem, 5vw, 2rem); line-height: 1.2; margin: 0 0 .6rem; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .8rem; }
h3 { display: inline; font-size: 1rem; margin: 0; }
p { margin: 0; }
.soft, .hint { color: var(--soft); }
.hint { font-size: .875rem; margin-bottom: .4rem; }
.notice, .error { padding: .7rem 1rem; border-radius: .6rem; border-left: .3rem solid; }
.notice { color: var(--good); background: var(--good-back); margin-top: 1.4rem; }
.error { color: var(--bad); background: var(--bad-back); margin-top: 1rem; }
ul { list-style: none; margin: 0; padding: 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .8rem; margin-bottom: .7rem; }
.account { position: relative; padding: .9rem 1.1rem; }
.account > p { margin-right: 7.5rem; }
.status { font-size: .875rem; color: var(--good); }
.status.expired, .status.expiring_soon { color: var(--bad); }
.account form { border-top: 1px solid var(--line); margin-top: .9rem; padding-top: .8rem; }
summary { cursor: pointer; }
.account summary, button {
  font: inherit; font-weight: 600; padding: .6rem 1.1rem; border-radius: .6rem; border: 1px solid; cursor: pointer;
}
.account summary {
  position: absolute; top: 1rem; right: 1.1rem; list-style: none; font-size: .875rem; padding: .45rem .8rem;
  border-color: var(--edge);
}
.account summary::-webkit-details-marker { display: none; }
button { margin-top: 1.2rem; color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
button.disconnect { margin-top: .6rem; color: var(--bad); background: none; border-color: currentColor; }
button:hover, .account summary:hover { filter: brightness(1.08); text-decoration: underline; }
.platform > summary { padding: .9rem 1.1rem; }
.platform > summary::marker { color: var(--soft); }
.platform form { margin-top: -.4rem; padding: 0 1.1rem 1.2rem; }
.or { padding: 0 1.1rem .4rem; }
label { display: block; font-weight: 600; margin-top: 1rem; }
.choice { font-weight: 400; margin-top: .5rem; }
.choice input { width: auto; }
fieldset { border: 0; margin: 0; padding: 0; }
legend { font-weight: 600; padding: 1rem 0 0; }
label small { font-weight: 400; color: var(--soft); }
input {
  width: 100%; font: inherit; color: inherit; background: var(--back); padding: .6rem .75rem; border-radius: .5rem;
  border: 1px solid var(--edge);
}
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
code { font-size: .875rem; }
`;
