/**
 * The style sheet of the help pages, inline so that a page is one request. Light and dark, wide and
 * narrow.
 */
import { pageTokens } from '../lib/page-tokens.ts'

export const style = `${pageTokens}
* { box-sizing: border-box; }
html { scroll-padding-top: 3.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 var(--sans); }
main, .band > div { max-width: 68rem; margin: 0 auto; padding: 0 1.25rem; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .18em; }
a:focus-visible, button:focus-visible, input:focus-visible { outline: 2px solid var(--accent); \
outline-offset: 2px; }
.band { border-bottom: 1px solid var(--line); background: var(--card); padding: 2.25rem 0 1.75rem; }
.band p { margin: .35rem 0 0; max-width: 46rem; }
h1 { margin: 0; font-size: clamp(1.5rem, 1.1rem + 2vw, 2.15rem); line-height: 1.2; \
letter-spacing: -.015em; overflow-wrap: anywhere; }
h2 { margin: 2.75rem 0 .35rem; font-size: 1.2rem; letter-spacing: -.005em; }
h3 { margin: 0; font-size: .75rem; font-weight: 600; letter-spacing: .07em; \
text-transform: uppercase; color: var(--soft); }
.soft { color: var(--soft); }
.band .brand { display: flex; flex-wrap: wrap; gap: .3rem 1.25rem; margin: 0 0 1.1rem; \
max-width: none; font-size: .95rem; }
.band .brand strong { margin-right: auto; display: flex; gap: .55rem; align-items: center; }
.band .brand svg { width: 1.5rem; height: 1.5rem; }
.band .back { font-size: .9rem; margin: 0 0 .9rem; }
code, pre, .name { font-family: var(--mono); }
code { font-size: .9em; overflow-wrap: anywhere; }
.tag { display: inline-block; padding: .05rem .5rem; border-radius: 1rem; \
font: .75rem/1.5 var(--sans); border: 1px solid var(--line); color: var(--soft); \
white-space: nowrap; }
.operations { list-style: none; margin: .8rem 0 0; padding: 0; display: grid; gap: 1px; \
background: var(--line);
  border: 1px solid var(--line); border-radius: .6rem; overflow: hidden; }
.operations li { background: var(--card); padding: .8rem 1rem; display: grid; gap: .1rem 1.5rem; }
.operations .name { font-size: .9rem; overflow-wrap: break-word; }
main > .operations:last-child { margin-bottom: 4rem; }
.operations p { margin: 0; color: var(--soft); font-size: .94rem; }
.jump { position: sticky; top: 0; z-index: 1; background: var(--paper); \
border-bottom: 1px solid var(--line); }
.jump div { max-width: 68rem; margin: 0 auto; padding: .6rem 1.25rem; display: flex; \
gap: 1.25rem; overflow-x: auto; scrollbar-width: none; }
.jump a { color: var(--soft); text-decoration: none; font-size: .9rem; white-space: nowrap; }
.jump a:hover { color: var(--accent); }
table { width: 100%; border-collapse: collapse; font-size: .93rem; margin-top: .75rem; }
th { text-align: left; font-size: .75rem; font-weight: 600; letter-spacing: .07em; \
text-transform: uppercase; color: var(--soft); }
th, td { padding: .5rem 1rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td p { margin: 0; }
td:last-child, th:last-child { padding-right: 0; }
form { margin-top: 1rem; padding: 1.1rem 1.25rem 1.25rem; border: 1px solid var(--line); \
border-radius: .6rem; background: var(--card); }
.inputs { display: grid; gap: .9rem 1.25rem; grid-template-columns: repeat(auto-fill, \
minmax(min(100%, 18rem), 1fr)); }
label { display: block; font: .85rem/1.6 var(--mono); overflow-wrap: anywhere; }
input { width: 100%; padding: .45rem .6rem; font: .95rem var(--sans); color: inherit; \
background: var(--paper); border: 1px solid var(--line); border-radius: .35rem; }
button { margin-top: 1.1rem; padding: .5rem 1.4rem; font: 600 .95rem var(--sans); \
color: var(--on-accent); background: var(--accent); border: 0; border-radius: .35rem; cursor: pointer; }
button:hover { filter: brightness(1.08); }
.pair { display: grid; gap: 1rem; margin-top: .9rem; }
.pair > div { min-width: 0; border: 1px solid var(--line); border-radius: .6rem; \
background: var(--code); overflow: hidden; }
.pair h3 { padding: .55rem .9rem; border-bottom: 1px solid var(--line); background: var(--card); }
/* The shadow at an edge shows that lines continue. */
pre { margin: 0; padding: .8rem .9rem; overflow-x: auto; scrollbar-width: thin;
  background: linear-gradient(to right, var(--code) 30%, \
transparent) left / 3rem 100% no-repeat local,
    linear-gradient(to left, var(--code) 30%, transparent) right / 3rem 100% no-repeat local,
    linear-gradient(to right, color-mix(in srgb, var(--ink) 16%, transparent), \
transparent) left / .7rem 100% no-repeat scroll,
    linear-gradient(to left, color-mix(in srgb, var(--ink) 16%, transparent), \
transparent) right / .7rem 100% no-repeat scroll; font-size: .8rem; line-height: 1.55; \
tab-size: 2; }
pre var { font-style: normal; font-weight: 600; color: var(--value); }
footer { margin: 3.5rem 0 2.5rem; padding-top: 1rem; border-top: 1px solid var(--line); \
font-size: .88rem; color: var(--soft); }
@media (min-width: 52rem) {
  .operations li { grid-template-columns: 23rem 1fr; }
  .operations p { grid-column: 2; }
}
@media (min-width: 60rem) { .pair { grid-template-columns: 1fr 1fr; align-items: start; } }
@media (max-width: 40rem) {
  thead { display: none; }
  tr { display: block; padding: .6rem 0; border-bottom: 1px solid var(--line); }
  td { display: block; padding: .1rem 0; border: 0; }
  td:nth-child(1), td:nth-child(2) { display: inline-block; padding-right: .75rem; }
  td:nth-child(2) { color: var(--soft); }
  td:empty { display: none; }
}
@media print { .jump, form { display: none; } pre { white-space: pre-wrap; } }
`
