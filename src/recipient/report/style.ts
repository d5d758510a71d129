/** The style sheet of a shared report, embedded and allowed by its hash. Light and dark. */
export const style = `
:root { color-scheme: light dark; --desk: #f6f5f1; --paper: #fff; --ink: #1f2328; \
--soft: #5c6570; --line: #dedbd2; --opens: #9fc4bf; --clicks: #0f5f5a; }
@media (prefers-color-scheme: dark) { :root { --desk: #131518; --paper: #1c1f22; \
--ink: #e9e7e2; --soft: #a2a9b3; --line: #3a3f47; --opens: #3d6b66; --clicks: #7fd1c7; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 1.25rem; background: var(--desk); color: var(--ink); \
font: 1rem/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: clamp(1.25rem, 5vw, 2.5rem); \
background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; \
overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 2rem 0 .25rem; font-size: 1.1rem; }
p { margin: .35rem 0 0; }
.soft, dt, th { color: var(--soft); font-size: .9rem; font-weight: 400; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 1.25rem; \
margin: 1.75rem 0 0; padding: 1.25rem 0; border: solid var(--line); border-width: 1px 0; }
dd { margin: 0; }
dd b { display: block; font-size: 1.5rem; line-height: 1.3; font-weight: 650; \
font-variant-numeric: tabular-nums; }
svg { display: block; width: 100%; height: auto; margin: .75rem 0 0; }
.opens { fill: var(--opens); } .clicks { fill: var(--clicks); }
.key i { display: inline-block; width: .7rem; height: .7rem; margin: 0 .35rem 0 .9rem; }
.key i.opens { background: var(--opens); margin-left: 0; } \
.key i.clicks { background: var(--clicks); }
table { width: 100%; border-collapse: collapse; margin: .5rem 0 0; }
th, td { padding: .45rem 0; text-align: start; border-bottom: 1px solid var(--line); }
th.num, td.num { text-align: end; padding-inline-start: 1rem; white-space: nowrap; \
font-variant-numeric: tabular-nums; }
td span { display: block; color: var(--soft); font-size: .85rem; }
footer { max-width: 46rem; margin: 1rem auto 0; color: var(--soft); font-size: .85rem; }
`
