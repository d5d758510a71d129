/**
 * The style sheet of the pages for recipients, embedded in each page and allowed by its hash. Light
 * and dark, from 320 pixels up.
 */
export const style = `
:root {
  color-scheme: light dark;
  --desk: #f1eee7; --paper: #ffffff; --ink: #1f2328; --soft: #5c6570; --line: #d9d3c7; \
--accent: #a4321f; --on-accent: #ffffff; --wash: #fbf3ec;
  --red: #c8553f; --blue: #4d6f9c; --shadow: 0 1px 2px rgb(60 40 20 / .08), \
0 12px 32px -12px rgb(60 40 20 / .22);
}
@media (prefers-color-scheme: dark) {
  :root {
    --desk: #131518; --paper: #1d2025; --ink: #e9e7e2; --soft: #a2a9b3; --line: #3a3f47; \
--accent: #ff9c7d; --on-accent: #2a0f07; --wash: #2a2220;
    --red: #a9493a; --blue: #3f5d86; --shadow: 0 1px 2px rgb(0 0 0 / .4), \
0 12px 32px -12px rgb(0 0 0 / .7);
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.25rem; \
background: var(--desk); color: var(--ink);
  font: 1.0625rem/1.55 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, \
"Helvetica Neue", Arial, sans-serif; }
main { position: relative; width: 100%; max-width: 31rem; background: var(--paper); \
border-radius: .85rem; box-shadow: var(--shadow); overflow: hidden;
  padding: 2.6rem clamp(1.25rem, 6vw, 2.4rem) 2.2rem; overflow-wrap: anywhere; }
main::before { content: ""; position: absolute; inset: 0 0 auto; height: .5rem;
  background: repeating-linear-gradient(115deg, var(--red) 0 1.1rem, var(--paper) 1.1rem 1.7rem, \
var(--blue) 1.7rem 2.8rem, var(--paper) 2.8rem 3.4rem); }
.sender { margin: 0 0 .35rem; color: var(--soft); font-size: .95rem; font-weight: 600; }
h1 { margin: 0; font-size: clamp(1.5rem, 1.25rem + 1.4vw, 1.9rem); line-height: 1.2; \
letter-spacing: -.018em; }
h1 svg { width: 1.15em; height: 1.15em; margin-right: .45rem; vertical-align: -.22em; \
color: var(--accent); }
p { margin: .7rem 0 0; }
.soft { color: var(--soft); font-size: .95rem; }
form { margin: 1.6rem 0 0; }
fieldset { margin: 0; padding: 0; border: 0; display: grid; gap: .6rem; }
legend { padding: 0; margin: 0 0 .6rem; font-weight: 600; }
.choice { display: grid; grid-template-columns: auto 1fr; gap: 0 .75rem; padding: .8rem 1rem; \
border: 1px solid var(--line); border-radius: .6rem; cursor: pointer; }
.choice:has(:checked) { border-color: var(--accent); background: var(--wash); \
box-shadow: inset 0 0 0 1px var(--accent); }
.choice input[type=radio] { grid-row: 1; margin: .3rem 0 0; width: 1.1rem; height: 1.1rem; \
accent-color: var(--accent); }
.choice b { font-weight: 600; }
.choice .soft { grid-column: 2; }
.why { display: block; margin: .2rem 0 0; font-size: .95rem; }
.why span { color: var(--soft); }
fieldset:has([value=list]:checked) .why { display: none; }
.why input { display: block; width: 100%; margin-top: .3rem; padding: .6rem .75rem; \
font: inherit; color: inherit; background: var(--paper);
  border: 1px solid var(--line); border-radius: .5rem; }
button { width: 100%; margin-top: 1.3rem; padding: .8rem 1.3rem; font: inherit; font-weight: 650; \
color: var(--on-accent); background: var(--accent);
  border: 1px solid transparent; border-radius: .55rem; cursor: pointer; }
button.quiet { color: var(--ink); background: none; border-color: var(--line); font-weight: 550; }
button:hover { filter: brightness(1.08); }
p.less { margin-top: 1.6rem; text-align: center; }
a { color: var(--accent); text-underline-offset: 3px; }
details { margin-top: 1.7rem; padding-top: 1.1rem; border-top: 1px solid var(--line); }
summary { width: max-content; max-width: 100%; color: var(--accent); font-weight: 550; \
cursor: pointer; }
details form { margin-top: 1rem; }
.alert { margin: 0 0 1rem; padding: .6rem .85rem; border-radius: .5rem; background: var(--wash); \
font-weight: 550; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`
