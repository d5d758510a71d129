/**
 * The style of the pages: one style sheet, inlined in each page, allowed by its hash. Light and
 * dark, from 360 pixels up.
 */
import { pageTokens } from '../lib/page-tokens.ts'

export const style = `${pageTokens}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 var(--sans); }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .18em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
header { border-bottom: 1px solid var(--line); background: var(--card); }
header > div, main { max-width: 66rem; margin: 0 auto; padding: 0 1.25rem; }
header > div { display: flex; align-items: center; gap: .5rem 1rem; min-height: 3.75rem; \
flex-wrap: wrap; padding-block: .6rem; }
.brand { font-weight: 700; letter-spacing: -.01em; display: flex; align-items: center; \
gap: .55rem; }
.brand svg { width: 1.5rem; height: 1.5rem; }
nav { display: flex; gap: .35rem; }
nav a { padding: .3rem .7rem; border-radius: .4rem; color: var(--soft); text-decoration: none; \
font-size: .95rem; }
nav a:hover { color: var(--ink); }
nav a[aria-current] { color: var(--ink); background: var(--paper); font-weight: 600; }
.who { margin-left: auto; color: var(--soft); font-size: .92rem; overflow-wrap: anywhere; }
h1 { margin: 2.25rem 0 0; font-size: clamp(1.45rem, 1.1rem + 1.6vw, 1.95rem); line-height: 1.2; \
letter-spacing: -.015em; overflow-wrap: anywhere; }
h2 { margin: 2.5rem 0 .6rem; font-size: 1.1rem; letter-spacing: -.005em; }
.soft { color: var(--soft); }
.figures { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1px; margin: 1.5rem 0 0; \
padding: 0; background: var(--line);
  border: 1px solid var(--line); border-radius: .7rem; overflow: hidden; }
.figures div { background: var(--card); padding: 1rem 1.15rem; display: flex; \
flex-direction: column-reverse; }
.figures dt { color: var(--soft); font-size: .88rem; }
.figures dd { margin: 0; font-size: clamp(1.35rem, 1rem + 2vw, 2rem); font-weight: 650; \
letter-spacing: -.02em; font-variant-numeric: tabular-nums; line-height: 1.25; }
.card { border: 1px solid var(--line); border-radius: .7rem; background: var(--card); \
overflow: hidden; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .94rem; }
th { text-align: left; font-size: .74rem; font-weight: 600; letter-spacing: .06em; \
text-transform: uppercase; color: var(--soft); white-space: nowrap; }
th, td { padding: .6rem 1.15rem; border-bottom: 1px solid var(--line); vertical-align: baseline; }
tr:last-child td { border-bottom: 0; }
td { overflow-wrap: anywhere; min-width: 9rem; }
td.address { overflow-wrap: break-word; }
td.number, td.when { min-width: 0; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; \
min-width: 0; }
.when { white-space: nowrap; color: var(--soft); font-variant-numeric: tabular-nums; }
.empty { padding: 1.4rem 1.15rem; margin: 0; color: var(--soft); }
.tag { display: inline-block; padding: 0 .5rem; border-radius: 1rem; font-size: .75rem; \
background: var(--warm); color: var(--warm-ink); white-space: nowrap; }
.places { margin: 0; padding: .3rem 1.15rem; }
.places div { display: grid; gap: 0 1.25rem; padding: .65rem 0; \
border-bottom: 1px solid var(--line); }
.places div:last-child { border-bottom: 0; }
.places dt { color: var(--soft); font-size: .9rem; }
.places dd { margin: 0; font: .88rem/1.6 var(--mono); overflow-wrap: anywhere; }
footer { margin: 3rem 0 2.5rem; color: var(--soft); font-size: .88rem; }
button { font: 600 .95rem/1.3 var(--sans); padding: .6rem 1.3rem; border-radius: .45rem; \
border: 1px solid transparent; background: var(--accent); color: var(--on-accent); \
cursor: pointer; }
button:hover { filter: brightness(1.07); }
button.quiet { background: none; border-color: var(--line); color: var(--ink); \
padding: .4rem .9rem; font-weight: 500; font-size: .9rem; }
form { margin: 0; }
.narrow { max-width: 25rem; margin: clamp(1.5rem, 10vh, 6rem) auto; padding: 1.75rem 1.5rem; }
.narrow h1 { margin: 0 0 .35rem; font-size: 1.4rem; }
.narrow p { margin: .35rem 0 0; }
label { display: block; margin: 1.1rem 0 .3rem; font-size: .9rem; font-weight: 550; }
input { width: 100%; padding: .6rem .7rem; font: 1rem var(--sans); color: inherit; \
background: var(--paper); border: 1px solid var(--line); border-radius: .45rem; }
.narrow button { width: 100%; margin-top: 1.4rem; }
.alert { background: var(--warm); color: var(--warm-ink); border-radius: .45rem; \
padding: .6rem .8rem; font-size: .92rem; }
@media (min-width: 44rem) { .places div { grid-template-columns: 11rem 1fr; \
align-items: baseline; } }
@media (max-width: 30rem) { .figures div { padding: .8rem .85rem; } .brand { margin-right: auto; \
} nav { order: 3; margin-left: -.7rem; } .who { order: 4; } }
/* Narrow: each row is a small card, its first cell the heading, \
the others with their column's name before them. */
@media (max-width: 43.9rem) {
  /* Hidden from the eye, not from those who listen; without a size it would widen the page. */
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; white-space: nowrap; \
clip-path: inset(50%); }
  tbody, tr, td { display: block; }
  tr { padding: .7rem 1.15rem; border-bottom: 1px solid var(--line); }
  tr:last-child { border-bottom: 0; }
  td, td.number { padding: .08rem 0; border: 0; text-align: left; white-space: normal; }
  td:first-child { font-weight: 600; }
  td[data-of] { display: inline-block; margin-right: 1.1rem; }
  td:empty { display: none; }
  td[data-of]::before { content: attr(data-of) " "; color: var(--soft); font-size: .88rem; }
}
`
