/**
 * The rules of an email for programs in the dark: each colour by its role and its ground, so that
 * text stays readable (WCAG 2.2, 1.4.3). Programs that know no such rules show the light email, or
 * recolour it themselves.
 */
import type { Brand } from '../../brand/brand.ts'
import {
  DARK,
  DARK_COLOURS,
  darkGround,
  darkInk,
  READABLE,
  readable,
  strongest,
} from '../../brand/colours.ts'
import { contrastOf, luminance } from '../../brand/contrast.ts'

/** What is not text: buttons and lines (WCAG 2.2, 1.4.11). */
const SEEN = 3
const LIGHT = 0.4
/** As cleanRichText() writes it. */
const SPAN_COLOUR = /<span style="color: (#[0-9a-f]{6}|rgb\([\d, ]{5,40}\))"/gi

/** Each function returns the class that an element takes, or ''. */
export interface DarkRules {
  ground(colour: string): string
  /** Text on a ground, with its links; `html`: what colours of its own it has. */
  ink(colour: string, ground: string, html?: string): string
  button(fill: string, colour: string, ground: string): string
  line(colour: string, ground: string): string
  /** The style sheet: what holds always, and what holds in the dark. */
  css(): string
}

export function createDarkRules({ colours }: Brand): DarkRules {
  const classes = new Map<string, string>()
  const light: string[] = []
  const dark: string[] = []
  /** The same colours are the same class. */
  const named = (kind: string, key: string, add: (name: string) => void): string => {
    const known = classes.get(`${kind} ${key}`)
    if (known !== undefined) return known
    const name = `pp-${kind}${classes.size}`
    classes.set(`${kind} ${key}`, name)
    add(name)
    return name
  }
  const linkOn = (ground: string, ink: string): string =>
    contrastOf(colours.accent, ground) >= READABLE ? colours.accent : ink
  const spans = (name: string, html: string, ground: string) => {
    for (const [, written] of html.matchAll(SPAN_COLOUR)) {
      const made = readable(hexOf(written!), [ground], '#ffffff', DARK_COLOURS)
      const rule = `.${name} span[style*="color: ${written}"] { color: ${made} !important; }`
      if (!dark.includes(rule)) dark.push(rule)
    }
  }
  return {
    ground: colour =>
      named('g', colour, name => {
        const made = darkGround(colour, colours)
        if (made !== colour)
          dark.push(
            `.${name}, div.${name} > table, div.${name} > table > tbody > tr > td ` +
              `{ background: ${made} !important; }`,
          )
      }),
    ink(colour, ground, html = '') {
      const under = darkGround(ground, colours)
      const name = named('i', `${colour} ${ground}`, name => {
        const link = linkOn(ground, colour)
        if (link !== colours.accent) light.push(`.${name} a { color: ${link}; }`)
        if (under === ground) return
        const made = darkInk(colour, under, colours)
        dark.push(`.${name} div, .${name} p { color: ${made} !important; }`)
        const links = readable(colours.accent, [under], '#ffffff', DARK_COLOURS)
        dark.push(`.${name} a { color: ${links} !important; }`)
      })
      if (under !== ground) spans(name, html, under)
      return name
    },
    button: (fill, colour, ground) =>
      named('b', `${fill} ${colour} ${ground}`, name => {
        const under = darkGround(ground, colours)
        if (under === ground) return
        const isTint = luminance(fill) > LIGHT && contrastOf(fill, ground) < SEEN
        const made = isTint ? darkGround(fill, colours) : readable(fill, [under], '#ffffff', SEEN)
        const ink = contrastOf(colour, made) >= READABLE ? colour : strongest(made)
        dark.push(
          `.${name} td, .${name} td a ` +
            `{ background: ${made} !important; color: ${ink} !important; }`,
        )
      }),
    line: (colour, ground) =>
      named('l', `${colour} ${ground}`, name => {
        const under = darkGround(ground, colours)
        if (under === ground) return
        const stays = luminance(colour) <= LIGHT && contrastOf(colour, under) >= SEEN
        if (!stays) dark.push(`.${name} p { border-top-color: ${DARK.line} !important; }`)
      }),
    css: () =>
      [
        ':root { color-scheme: light dark; supported-color-schemes: light dark; }',
        ...light,
        '@media (prefers-color-scheme: dark) {',
        `body, [role=article] { background: ${darkGround(colours.background, colours)} !important; }`,
        `img { color: ${DARK.ink} !important; }`,
        ...dark,
        '}',
      ].join('\n'),
  }
}

function hexOf(written: string): string {
  if (written.startsWith('#')) return written
  const channels = written.match(/\d{1,3}/g) ?? []
  return `#${channels.map(one => Math.min(Number(one), 255).toString(16).padStart(2, '0')).join('')}`
}
