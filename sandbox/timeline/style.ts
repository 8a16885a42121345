/** The styles of the timeline page. */
export const timelineStyle = `
:root {
  color-scheme: light dark;
  --back: light-dark(#f4f5f7, #14161a); --card: light-dark(#ffffff, #1e2127); --line: light-dark(#dfe2e8, #333842);
  --text: light-dark(#1d2330, #e6e8ee); --soft: light-dark(#626b7c, #9aa3b4); --alert: light-dark(#b3261e, #ff8a80);
  --good: light-dark(#00796b, #4fd1be);
}
* { box-sizing: border-box; }
body {
  margin: 0; padding: 1.5rem; background: var(--back); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: .4rem 1.2rem; margin: 0 0 1.2rem; }
h1 { font-size: 1.35rem; margin: 0; }
header p { margin: 0; color: var(--soft); flex: 1 1 20rem; }
#live { font-size: .85rem; color: var(--soft); }
#live::before { content: '● '; color: var(--alert); }
#live.on::before { color: var(--good); }
main { display: grid; grid-template-columns: repeat(auto-fit, minmax(19rem, 1fr)); gap: 1.2rem; align-items: start; }
section { min-width: 0; --accent: light-dark(oklch(48% .15 var(--hue)), oklch(78% .12 var(--hue))); }
section > h2 {
  display: flex; justify-content: space-between; align-items: baseline; margin: 0 0 .7rem; font-size: 1.05rem;
  border-bottom: 3px solid var(--accent); padding-bottom: .3rem;
}
h2 small { font-weight: 400; color: var(--soft); }
article, .faults {
  background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .8rem .9rem; margin-bottom: .7rem;
}
.faults { padding: .5rem .9rem; }
.faults summary { color: var(--soft); }
.faults.active summary { color: var(--alert); font-weight: 600; }
.faults label { display: block; margin: .6rem 0 .5rem; font-size: .85rem; color: var(--soft); }
.buttons { display: flex; flex-wrap: wrap; gap: .35rem; }
button {
  font: inherit; font-size: .8rem; padding: .2rem .6rem; border-radius: 999px; border: 1px solid var(--line);
  background: transparent; color: var(--text); cursor: pointer;
}
button:hover { border-color: var(--accent); }
button:focus-visible, summary:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
button[aria-pressed=true] { background: var(--alert); border-color: var(--alert); color: var(--card); }
article.fresh { animation: arrive 1.6s ease-out; }
article.chosen { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
@keyframes arrive { from { border-color: var(--accent); box-shadow: 0 0 0 3px color-mix(in srgb, var(--accent) 35%, transparent); } }
@media (prefers-reduced-motion: reduce) { article.fresh { animation: none; } }
article .top { display: flex; justify-content: space-between; gap: .8rem; font-size: .82rem; color: var(--soft); }
article .top strong { color: var(--text); overflow-wrap: anywhere; }
time { font-variant-numeric: tabular-nums; white-space: nowrap; }
.text { margin: .45rem 0 .55rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.media { margin: -.25rem 0 .55rem; white-space: pre-line; font-size: .82rem; color: var(--soft); }
.media:empty { display: none; }
.ids { font: .75rem/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--soft); overflow-wrap: anywhere; }
.changed { color: var(--accent); font-size: .8rem; }
details summary { cursor: pointer; font-size: .82rem; color: var(--soft); margin-top: .35rem; }
.faults summary { margin-top: 0; }
pre { font-size: .75rem; margin: .4rem 0 0; overflow: auto; max-height: 22rem; background: var(--back); border-radius: 6px; padding: .6rem; }
.empty { color: var(--soft); font-style: italic; padding: .4rem 0; }
`;
