/** The look of published newsletters, beside that of all pages for readers. */

/** Of the page with all newsletters. */
export const INDEX_RULES = `
main { max-width: 42rem; }
.top { display: flex; align-items: baseline; gap: 1rem; }
.top h1 { flex: 1; }
.find { display: flex; gap: .6rem; margin: 1.4rem 0 .6rem; }
.find input[type] { flex: 1; min-width: 0; }
.find button { width: auto; min-height: 3rem; margin: 0; }
.years { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; margin: 0 0 .4rem; }
.years > * { padding: .5rem 0; }
.languages { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; margin: 0 0 .6rem; }
.languages > * { padding: .5rem 0; }
.years [aria-current] { color: var(--ink); font-weight: 600; text-decoration: none; }
.issues { margin: 0; padding: 0; list-style: none; }
.issues a, .first { display: flex; gap: 1.2rem; align-items: center; padding: 1rem 0; \
border-top: 1px solid var(--line); color: inherit; text-decoration: none; }
.issues img { flex: none; width: 8.2rem; height: 5.5rem; border-radius: .4rem; object-fit: cover; }
.issues span, .first span { display: block; min-width: 0; }
.issues b, .first b { display: block; font-weight: 600; font-size: 1.12rem; line-height: 1.4; }
.first { display: block; padding-top: .4rem; border: 0; }
.first img { display: block; width: 100%; max-height: 18rem; margin: 0 0 .9rem; \
border-radius: .4rem; object-fit: cover; }
.first b { font-size: 1.3rem; }
.issues a:hover b, .first:hover b { text-decoration: underline; text-underline-offset: 3px; }
time { display: block; font-size: .88rem; color: var(--soft); }
.pages { display: flex; justify-content: space-between; padding: .9rem 0 0; \
border-top: 1px solid var(--line); }
.join { margin: 1.9rem -2.25rem -2.25rem; padding: 1.7rem 2.25rem 2rem; \
background: var(--desk); border-top: 1px solid var(--line); border-radius: 0 0 .6rem .6rem; }
.join h2 { margin: 0 0 .4rem; font: 600 1.19rem/1.37 var(--heading); }
.join p { margin: 0 0 .9rem; }
.join .fine { margin: 1.1rem 0 0; }
.button { display: inline-block; min-height: 3.1rem; padding: .75rem 1.4rem; \
border-radius: .4rem; background: var(--accent); color: var(--on-accent); font-weight: 600; \
text-decoration: none; }
@media (max-width: 33rem) { .join { margin: 1.4rem -1.25rem -1.9rem; padding: 1.4rem 1.25rem; \
border-radius: 0; } .issues img { width: 5.7rem; height: 4.5rem; } .issues a { gap: .9rem; } }
`

/** Of what stands above and below an email: in a shadow root, where its rules reach nothing. */
export const BAR_RULES = `
:host { all: initial !important; display: block !important; }
* { box-sizing: border-box; }
header, footer { padding: .9rem 1.25rem; background: var(--card); color: var(--ink); \
font: 1rem/1.5 var(--body); overflow-wrap: anywhere; }
header { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; align-items: baseline; \
border-bottom: 1px solid var(--line); }
header a { flex: 1; font-weight: 600; }
footer { padding: 1.6rem 1.25rem 2rem; border-top: 1px solid var(--line); text-align: center; }
header .languages { flex-basis: 100%; }
.languages { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; font-size: .94rem; }
.languages > * { padding: .3rem 0; font-weight: 400; }
.languages b { font-weight: 600; }
.languages a { flex: none; }
h2 { margin: 0 0 .4rem; font: 600 1.19rem/1.37 var(--heading); }
p { margin: 0 0 .9rem; }
small, time { font-size: .9rem; color: var(--soft); }
a { color: var(--accent); text-underline-offset: 3px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.button { display: inline-block; padding: .75rem 1.4rem; border-radius: .4rem; \
background: var(--accent); color: var(--on-accent); font-weight: 600; text-decoration: none; }
.all { margin: 1.2rem 0 0; }
`
