/**
 * The look of public pages of an account: one style sheet, with the colours of the brand as custom
 * properties, made dark enough to be read (WCAG 2.2, 1.4.3), and a dark pair of them.
 */
import { createHash } from 'node:crypto'
import { type Brand, FONTS } from '../../domain/brand/brand.ts'
import { DARK, mixed, READABLE, readable, strongest } from '../../domain/brand/colours.ts'
import { contrastOf } from '../../domain/brand/contrast.ts'

const better = (ground: string, given: string): string =>
  contrastOf(given, ground) >= READABLE ? given : strongest(ground)

function palette({ colours }: Brand) {
  const { background: desk, paper: card } = colours
  const towards = strongest(card)
  const grounds = [desk, card]
  const ink = readable(colours.text, grounds, towards)
  const accent = readable(colours.accent, grounds, towards)
  const dark = readable(colours.accent, [DARK.desk, DARK.card], '#ffffff')
  return {
    light: {
      desk,
      card,
      ink,
      accent,
      soft: readable(colours.muted, grounds, towards),
      line: mixed(card, ink, 0.16),
      field: mixed(card, ink, 0.55),
      'on-accent': better(accent, colours.onAccent),
      wrong: readable('#8e2508', grounds, towards),
    },
    dark: {
      ...DARK,
      accent: dark,
      field: '#8a938f',
      'on-accent': better(dark, colours.onAccent),
      wrong: '#f59b80',
    },
  }
}

const properties = (of: Record<string, string>): string =>
  Object.entries(of)
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ')

/** The rules of all public pages, for custom properties as `styleOf` defines them. */
export const RULES = `
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; \
background: var(--desk); color: var(--ink); font: 1.0625rem/1.53 var(--body); }
header { padding: 1.75rem 1.25rem 1.25rem; text-align: center; }
.brand { font: 1.6rem/1.25 var(--heading); color: var(--accent); }
.brand img { display: block; max-width: 100%; height: auto; margin: 0 auto; }
main { width: 100%; max-width: 30rem; margin: 0 auto; padding: 2rem 2.25rem 2.25rem; \
background: var(--card); border: 1px solid var(--line); border-radius: .6rem; \
overflow-wrap: anywhere; }
h1 { margin: 0 0 .6rem; font: 600 1.56rem/1.28 var(--heading); letter-spacing: -.01em; }
p { margin: 0 0 1.1rem; white-space: pre-line; }
.soft, small { color: var(--soft); }
small { font-size: .94rem; font-weight: 400; }
a { color: var(--accent); text-underline-offset: 3px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.f, legend { display: block; margin: 1rem 0 .4rem; padding: 0; font-weight: 600; }
input[type=text], input[type=email], input[type=number], input[type=date], select { width: 100%; \
min-height: 3rem; padding: .5rem .9rem; border: 1px solid var(--field); border-radius: .4rem; \
background: var(--card); color: var(--ink); font: inherit; }
input[type][aria-invalid=true], select[aria-invalid=true] { border: 2px solid var(--wrong); }
fieldset { margin: 1.1rem 0 .5rem; padding: 0; border: 0; }
.c { display: flex; align-items: flex-start; gap: .75rem; min-height: 2.75rem; padding: .55rem 0; \
cursor: pointer; }
.c input { width: 1.25rem; height: 1.25rem; margin: .2rem 0 0; flex: none; \
accent-color: var(--accent); }
.agree { margin: .75rem 0 .25rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.why, .bad { color: var(--wrong); }
.why { display: block; margin: .35rem 0 0; font-size: .94rem; }
.bad { padding: .75rem .9rem; border: 1px solid var(--wrong); border-radius: .4rem; \
font-weight: 550; }
button { display: block; width: 100%; min-height: 3.1rem; margin: 1.1rem 0 0; \
padding: .6rem 1.25rem; border: 0; border-radius: .4rem; background: var(--accent); \
color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
button.second { background: none; color: var(--accent); box-shadow: inset 0 0 0 1px var(--field); }
.ok { margin: 0 0 1.4rem; padding: .9rem 1rem; border-left: 4px solid var(--accent); }
.pills { display: grid; grid-template-columns: 1fr 1fr; gap: .2rem .8rem; }
main > form + form { margin-top: 2rem; padding-top: .6rem; border-top: 1px solid var(--line); }
button:hover { filter: brightness(1.08); }
.fine { margin: 1rem 0 0; font-size: .94rem; color: var(--soft); }
.what { margin: 0 0 1.2rem; padding: 0; list-style: none; border-top: 1px solid var(--line); }
.what li { padding: .7rem 0; border-bottom: 1px solid var(--line); font-weight: 600; }
.what small { display: block; }
.h { position: absolute; left: -100vw; width: 1px; height: 1px; overflow: hidden; }
fieldset:has([value=list]:checked) .reason { display: none; }
details { margin-top: 1.7rem; padding-top: 1.1rem; border-top: 1px solid var(--line); }
summary { width: max-content; max-width: 100%; padding: .35rem 0; color: var(--accent); \
font-weight: 600; cursor: pointer; }
footer { margin-top: auto; padding: 1.75rem 1.25rem; text-align: center; font-size: .9rem; \
color: var(--soft); }
footer p { margin: 0 0 .4rem; }
footer nav > *, .legal > * { display: inline-block; margin: 0 .4rem; padding: .35rem 0; }
@media (max-width: 33rem) { header { padding: 1.1rem 1.25rem .9rem; } \
main { padding: 1.6rem 1.25rem 1.9rem; border-width: 1px 0; border-radius: 0; } }
`

/** The whole style sheet of an account. Colours and fonts of a brand are of closed forms. */
export const styleOf = (brand: Brand): string => `
${coloursOf(brand, ':root')}
${RULES}`

/** Its colours and fonts as custom properties of a selector, in light and in dark. */
export function coloursOf(brand: Brand, selector: ':root' | ':host'): string {
  const { light, dark } = palette(brand)
  const fonts = { heading: FONTS[brand.fonts.heading], body: FONTS[brand.fonts.body] }
  return `${selector} { color-scheme: light dark; ${properties({ ...fonts, ...light })} }
@media (prefers-color-scheme: dark) { ${selector} { ${properties(dark)} } }`
}

/**
 * Allows the page, its style, its own form and the logo; no script. `form`: the page is a form,
 * which the console shows in a frame, and which leads to one of its hosts afterwards.
 */
export function policyOf(style: string, brand: Brand, form?: { hosts: readonly string[] }): string {
  const hash = createHash('sha256').update(style).digest('base64')
  const { src = '' } = brand.logo ?? {}
  const pictures = /^https:/i.test(src) && URL.canParse(src) ? ` ${new URL(src).origin}` : ''
  const after = (form?.hosts ?? []).map(host => ` https://${host} http://${host}`).join('')
  return (
    `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'${pictures}; ` +
    `form-action 'self'${after}; base-uri 'none'; ` +
    `frame-ancestors ${form ? "'self'" : "'none'"}`
  )
}
