/** The styles of the timeline page, in the colors of the dashboard (dashboard/DESIGN.md). */
export const timelineStyle = `
:root {
  color-scheme: light dark;
  --back: light-dark(#f6f6f5, #0d0e10); --card: light-dark(#ffffff, #18191d); --line: light-dark(#e6e6e3, #2a2c32);
  --text: light-dark(#1c1c1a, #e7e7e4); --soft: light-dark(#5f5f5a, #a3a39d); --alert: light-dark(#b3261e, #ff8a80);
  --good: light-dark(#0e6a75, #4fc3cf); --quiet: light-dark(#f0f0ee, #26282d);
}
* { box-sizing: border-box; }
body {
  margin: 0; padding: 1.5rem; background: var(--back); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
header { display: flex; flex-wrap: wrap; align-items: center; gap: .3rem 1rem; margin: 0 0 1.4rem; }
h1 { font-size: 1.25rem; font-weight: 600; letter-spacing: -.01em; margin: 0; }
header p { margin: 0; color: var(--soft); flex: 1 1 18rem; font-size: .9rem; }
#live {
  font-size: .82rem; font-weight: 500; color: var(--soft); border: 1px solid var(--line); background: var(--card);
  border-radius: 999px; padding: .15rem .7rem;
}
#live::before { content: '● '; color: var(--alert); }
#live.on::before { color: var(--good); }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(19rem, 100%), 1fr)); gap: 1.5rem 1.2rem; align-items: start; }
section { min-width: 0; --accent: light-dark(oklch(48% .13 var(--hue)), oklch(78% .11 var(--hue))); }
section > h2 {
  display: flex; align-items: center; gap: .5rem; margin: 0 0 .6rem; font-size: .95rem; font-weight: 600;
  text-transform: capitalize;
}
section > h2::before { content: ''; width: .65rem; height: .65rem; border-radius: .2rem; background: var(--accent); }
h2 small { margin-left: auto; font-weight: 400; text-transform: none; color: var(--soft); }
article, .faults {
  background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: .85rem .95rem; margin-bottom: .6rem;
}
.faults { padding: .45rem .95rem; }
.faults summary { color: var(--soft); }
.faults.active summary { color: var(--alert); font-weight: 600; }
.faults label { display: block; margin: .6rem 0 .5rem; font-size: .85rem; color: var(--soft); }
.buttons { display: flex; flex-wrap: wrap; gap: .35rem; padding-bottom: .3rem; }
button {
  font: inherit; font-size: .8rem; padding: .25rem .65rem; border-radius: 999px; border: 1px solid var(--line);
  background: transparent; color: var(--text); cursor: pointer;
}
button:hover { border-color: var(--accent); }
button:focus-visible, summary:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
button[aria-pressed=true] { background: var(--alert); border-color: var(--alert); color: var(--card); }
article.fresh { animation: arrive 1.6s ease-out; }
article.chosen { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
@keyframes arrive { from { border-color: var(--accent); box-shadow: 0 0 0 3px color-mix(in srgb, var(--accent) 35%, transparent); } }
@media (prefers-reduced-motion: reduce) { article.fresh { animation: none; } }
article .top { display: flex; align-items: center; gap: .55rem; font-size: .82rem; color: var(--soft); }
article .top strong { color: var(--text); font-size: .9rem; font-weight: 600; overflow-wrap: anywhere; flex: 1; }
.avatar { border-radius: 50%; background: var(--quiet); flex: none; }
time { font-variant-numeric: tabular-nums; white-space: nowrap; }
.text { margin: .6rem 0 .1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.text:empty { margin: 0; }
.media { display: grid; gap: 3px; margin: .6rem 0 .1rem; border-radius: 10px; overflow: hidden; }
.media:empty, .link:empty { display: none; }
.count2, .count3, .count4 { grid-template-columns: 1fr 1fr; }
.count3 figure:first-child { grid-column: 1 / -1; }
figure { margin: 0; position: relative; background: var(--quiet); }
figure img { display: block; width: 100%; height: auto; max-height: 22rem; object-fit: cover; }
.count2 img, .count3 img, .count4 img { aspect-ratio: 1; }
figcaption { padding: .6rem .75rem; font-size: .8rem; color: var(--soft); }
.picture figcaption { display: none; }
.video figcaption { padding: 2.4rem .75rem; text-align: center; }
.video figcaption::before { content: '▶'; display: block; font-size: 1.3rem; color: var(--text); }
.link {
  margin: .6rem 0 .1rem; padding: .6rem .75rem; border: 1px solid var(--line); border-radius: 10px; white-space: pre-line;
  font-size: .82rem; color: var(--soft); overflow-wrap: anywhere;
}
.link::first-line { color: var(--text); font-weight: 500; }
.ids {
  margin-top: .5rem; font: .75rem/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--soft);
  overflow-wrap: anywhere;
}
.changed { margin-top: .4rem; color: var(--accent); font-size: .8rem; }
details summary { cursor: pointer; font-size: .8rem; color: var(--soft); margin-top: .55rem; }
.faults summary { margin-top: 0; }
pre { font-size: .75rem; margin: .4rem 0 0; overflow: auto; max-height: 22rem; background: var(--quiet); border-radius: 8px; padding: .6rem; }
.empty { color: var(--soft); font-size: .85rem; border: 1px dashed var(--line); border-radius: 12px; padding: .7rem .95rem; margin: 0; }
`;
