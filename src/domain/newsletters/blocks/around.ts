/** The header and the footer of an email, around its blocks; and a row as MJML. */
import { type Brand, FONTS } from '../../brand/brand.ts'
import type { DarkRules } from './dark-rules.ts'
import { attribute, type Component, given, px, textOf } from './leaves.ts'
import { type Padding, SIDE } from './rhythm.ts'

/** Rows that stand closer to the edge on phones. */
export const AT_SIDE = 'pp-s'
export const FOOTER = 'pp-f'

export function componentOf(
  { tag, values, classes, content }: Component,
  padding: Padding,
  fill: string | undefined,
): string {
  const behind = fill === undefined ? '' : ` container-background-color="${fill}"`
  const css = classes.length === 0 ? '' : ` css-class="${classes.join(' ')}"`
  const open = `<${tag}${given(values)}${padded(padding)}${behind}${css}`
  return content === undefined ? `${open} />` : `${open}>${content}</${tag}>`
}

export const padded = (padding: Padding): string =>
  ` padding="${padding.map(n => `${n}px`).join(' ')}"`

/** The logo; without one the name that emails come from. */
export function headerOf(brand: Brand, dark: DarkRules): string {
  const { logo, colours, fonts } = brand
  if (logo) {
    const { src, alt, width, href } = logo
    const values = { src, alt, width: px(width), href: href || undefined, align: 'left' }
    const component = { tag: 'mj-image', values, classes: [AT_SIDE] }
    // A logo is drawn for the paper: in the dark, too, the whole row stays light.
    return componentOf(component, [24, SIDE, 20, SIDE], colours.paper)
  }
  const name = brand.sender.name.trim()
  if (name === '') return ''
  const values = { 'font-family': FONTS[fonts.heading], 'font-size': '24px', color: colours.accent }
  const written = textOf(attribute(name), { brand, dark, ground: colours.paper }, values)
  written.classes.push(AT_SIDE)
  return componentOf(written, [26, SIDE, 20, SIDE], undefined)
}

export function footerOf(brand: Brand, dark: DarkRules): string {
  const { address, footer, colours } = brand
  const lines = address
    .split('\n')
    .map(line => attribute(line.trim()))
    .filter(line => line !== '')
  const postal = lines.length === 0 ? '' : `<p>${lines.join('<br>')}</p>`
  const values = { 'font-size': '13px', color: colours.muted, align: 'center' }
  const written = textOf(`${postal}${footer}`, { brand, dark, ground: colours.paper }, values)
  written.classes.push(AT_SIDE, FOOTER)
  return componentOf(written, [20, SIDE, 32, SIDE], undefined)
}
