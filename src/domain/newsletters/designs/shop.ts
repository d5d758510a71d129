/** Designs that offer: the blocks of each, in the order of the email. */
import type { Brand } from '../../brand/brand.ts'
import {
  type BareBlock,
  type BareLeaf,
  button,
  columns,
  divider,
  heading,
  link,
  picture,
  text,
} from './bare-blocks.ts'
import { pictureBeside } from './news.ts'
import type { DesignWords } from './words-en.ts'

export const launch = (words: DesignWords['launch'], { colours }: Brand): BareBlock[] => [
  picture('can', words.picture),
  text(`<strong>${words.kicker}</strong>`, {
    size: 13,
    align: 'center',
    colour: colours.accent,
    padding: [28, 24, 0, 24],
  }),
  heading(1, words.heading, { align: 'center', size: 34, padding: [0, 24, 8, 24] }),
  text(words.text, { align: 'center', padding: [0, 40, 8, 40] }),
  button(words.button, { padding: [8, 24, 8, 24] }),
  text(words.small, { size: 14, align: 'center', colour: colours.muted }),
  divider(),
  columns(
    words.facts.map(([title, line]) => [
      heading(2, title, { size: 22, align: 'center', padding: [0, 4, 2, 4] }),
      text(line, { size: 14, align: 'center', colour: colours.muted, padding: [0, 4, 0, 4] }),
    ]),
  ),
  divider(),
  pictureBeside('tools', words.more),
]

const SOLD = ['packet-a', 'packet-b', 'packet-c', 'saw'] as const

export function sale(words: DesignWords['sale'], { colours }: Brand): BareBlock[] {
  const { accent, onAccent } = colours
  const sold = words.products.map(([alt, title, before, now], i) => [
    picture(SOLD[i]!, alt),
    heading(2, title, { size: 17, padding: [8, 8, 0, 8] }),
    text(`<s>${before}</s> <strong>${now} ${words.currency}</strong>`, {
      size: 15,
      padding: [0, 8, 8, 8],
    }),
  ])
  return [
    columns(
      [
        [
          heading(1, words.heading, {
            size: 72,
            align: 'center',
            colour: onAccent,
            padding: [20, 8, 0, 8],
          }),
          text(words.text, { size: 20, align: 'center', colour: onAccent, padding: [0, 8, 4, 8] }),
          button(words.button, { fill: onAccent, colour: accent, padding: [8, 8, 24, 8] }),
        ],
      ],
      { background: accent },
    ),
    columns(sold.slice(0, 2), { stacked: false, padding: [24, 16, 0, 16] }),
    columns(sold.slice(2), { stacked: false, padding: [8, 16, 8, 16] }),
    button(words.all, { padding: [8, 24, 16, 24] }),
    text(words.small, { size: 14, align: 'center', colour: colours.muted }),
  ]
}

const READ = ['window-s', 'bench-s', 'saw-s', 'branch-s', 'can-s'] as const

export const digest = (words: DesignWords['digest']): BareBlock[] => [
  heading(1, words.heading, { padding: [32, 24, 6, 24] }),
  text(words.text, { padding: [0, 24, 8, 24] }),
  ...words.items.map(([alt, title, line], i) =>
    columns(
      [
        { width: 30, blocks: [picture(READ[i]!, alt)] },
        {
          width: 70,
          blocks: [
            heading(2, title, { size: 18, padding: [2, 8, 2, 8] }),
            text(`${line} ${link(words.link)}`, { size: 15, padding: [0, 8, 0, 8] }),
          ],
        },
      ],
      { stacked: false },
    ),
  ),
  button(words.button, { align: 'left', padding: [16, 24, 24, 24] }),
]

export function products(words: DesignWords['products'], { colours }: Brand): BareBlock[] {
  const offered = words.products.map(([alt, title, line, price], i): BareLeaf[] => [
    picture(SOLD[i]!, alt),
    heading(2, title, { size: 17, padding: [8, 8, 0, 8] }),
    text(line, { size: 14, colour: colours.muted, padding: [0, 8, 0, 8] }),
    text(`<strong>${price} ${words.currency}</strong>`, { padding: [0, 8, 4, 8] }),
    button(words.buy, { wide: true, padding: [0, 8, 12, 8] }),
  ])
  return [
    heading(1, words.heading, { align: 'center', padding: [32, 24, 6, 24] }),
    text(words.text, { align: 'center', padding: [0, 24, 8, 24] }),
    columns(offered),
    divider(),
    pictureBeside('saw-s', words.more),
  ]
}
