/** The style of the sandbox pages, in addition to the common style. */
export const sandboxStyle = `
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem 1rem; \
margin: 1.4rem 0 .9rem; }
.bar form { display: flex; gap: .5rem; flex: 1 1 18rem; max-width: 30rem; }
.bar input { flex: 1; min-width: 0; background: var(--card); }
.bar .soft { margin-left: auto; font-size: .92rem; }
.emails td:first-child { font-weight: 600; }
.emails td:first-child a { color: inherit; text-decoration: none; }
.emails td:first-child a:hover { text-decoration: underline; }
.emails tbody tr:hover { background: color-mix(in srgb, var(--paper) 60%, transparent); }
.pager { display: flex; justify-content: space-between; margin: 1rem .2rem 0; }
.back { margin: 1.6rem 0 0; font-size: .93rem; }
.back + h1 { margin-top: .5rem; }
.facts { display: grid; gap: .3rem 1.25rem; margin: 1rem 0 0; font-size: .95rem; }
.facts div { display: grid; grid-template-columns: 7.5rem 1fr; gap: .75rem; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
@media (min-width: 52rem) { .facts { grid-template-columns: 1fr 1fr; } }
.tabs { display: flex; flex-wrap: wrap; gap: .25rem; margin: 1.7rem 0 0; padding: 0 .2rem; }
.tabs a { padding: .5rem .9rem; border: 1px solid transparent; border-bottom: 0; \
border-radius: .5rem .5rem 0 0; color: var(--soft); text-decoration: none; font-size: .95rem; }
.tabs a:hover { color: var(--ink); }
.tabs a[aria-current] { background: var(--card); border-color: var(--line); color: var(--ink); \
font-weight: 600; position: relative; margin-bottom: -1px; padding-bottom: calc(.5rem + 1px); }
.tabs .file { margin-left: auto; color: var(--accent); text-decoration: underline; }
.panel { border: 1px solid var(--line); border-radius: .7rem; background: var(--card); \
overflow: hidden; }
.panel pre { margin: 0; padding: 1.1rem 1.15rem; font: .86rem/1.6 var(--mono); \
white-space: pre-wrap; overflow-wrap: anywhere; }
.panel > p { margin: 0; padding: .7rem 1.15rem; border-bottom: 1px solid var(--line); \
font-size: .92rem; }
.panel > p a[aria-current] { color: inherit; text-decoration: none; font-weight: 600; }
.desk { background: var(--paper); padding: 0; }
.desk iframe { display: block; width: 100%; height: max(30rem, 78vh); margin: 0 auto; border: 0; \
background: #fff; color-scheme: light; }
.desk.phone { padding: 1.2rem; }
.desk.phone iframe { width: min(390px, 100%); height: 720px; border: 1px solid var(--line); \
border-radius: 1.2rem; }
.headers td:first-child, .headers th:first-child { font: .86rem/1.6 var(--mono); \
white-space: nowrap; min-width: 11rem; }
.headers td:last-child { font: .86rem/1.6 var(--mono); }
.links small { display: block; color: var(--soft); font: .8rem/1.5 var(--mono); \
overflow-wrap: anywhere; }
.warn { background: var(--warm); color: var(--warm-ink); }
.kinds { display: flex; gap: 1.1rem; margin: 0 0 1rem; }
.kinds a { color: var(--soft); text-decoration: none; padding-bottom: .15rem; }
.kinds a[aria-current] { color: var(--ink); font-weight: 600; \
border-bottom: 2px solid var(--accent); }
.phones { list-style: none; margin: 0; padding: 0; display: grid; \
grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 1.2rem; align-items: start; }
.phone p { margin: 0; font-size: .86rem; }
.screen { border: 1px solid var(--line); border-radius: 1.5rem; background: var(--card); \
padding: 1rem .9rem 1.2rem; min-height: 11rem; }
.screen .from { text-align: center; font-weight: 600; padding-bottom: .7rem; \
border-bottom: 1px solid var(--line); margin-bottom: .9rem; overflow-wrap: anywhere; }
.screen .bubble { width: fit-content; max-width: 92%; background: var(--paper); \
border: 1px solid var(--line); border-radius: 1.1rem 1.1rem 1.1rem .3rem; padding: .55rem .85rem; \
font-size: .98rem; line-height: 1.4; white-space: pre-wrap; overflow-wrap: anywhere; }
.screen .at { color: var(--soft); font-size: .78rem; margin: .35rem .2rem 0; }
.phone .to { margin: .7rem .3rem 0; font-weight: 600; font-size: .95rem; }
.phone .to a { color: inherit; text-decoration: none; }
.phone .to .soft { font-weight: 400; }
.phone .meter { display: flex; gap: .2rem; margin: .35rem .3rem .15rem; }
.phone .meter meter { flex: 1; min-width: 0; height: .5rem; }
.phone > .soft { margin: 0 .3rem; }
mark { background: var(--warm); color: var(--warm-ink); border-radius: .2rem; padding: 0 .1rem; }
details { margin: 3rem 0 0; color: var(--soft); font-size: .93rem; }
details p { margin: .6rem 0 .8rem; }
summary { cursor: pointer; width: max-content; max-width: 100%; }
@media (max-width: 43.9rem) { .bar .soft { margin-left: 0; } \
.headers td:first-child { white-space: normal; } .tabs a { padding-inline: .65rem; } }
`
