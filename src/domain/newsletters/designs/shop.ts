/** Designs that offer: the blocks of each, in the order of the email. */
import type { Brand } from '../../brand/brand.ts'
import {
  type BareBlock,
  button,
  CLOSE,
  columns,
  divider,
  heading,
  link,
  picture,
  product,
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
  }),
  heading(1, words.heading, { align: 'center', size: 34, ...CLOSE }),
  text(words.text, { align: 'center' }),
  button(words.button),
  text(words.small, { size: 14, align: 'center', colour: colours.muted }),
  divider(),
  columns(
    words.facts.map(([title, line]) => [
      heading(2, title, { size: 22, align: 'center' }),
      text(line, { size: 14, align: 'center', colour: colours.muted }),
    ]),
  ),
  divider(),
  pictureBeside('tools', words.more),
]

const SOLD = ['packet-a', 'packet-b', 'packet-c', 'saw'] as const

export function sale(words: DesignWords['sale'], { colours }: Brand): BareBlock[] {
  const { accent, onAccent } = colours
  const sold = words.products.map(([alt, title, before, now], i) =>
    product(title, {
      picture: SOLD[i]!,
      alt,
      before,
      price: `${now} ${words.currency}`,
    }),
  )
  return [
    columns(
      [
        [
          heading(1, words.heading, {
            size: 72,
            align: 'center',
            colour: onAccent,
          }),
          text(words.text, { size: 20, align: 'center', colour: onAccent }),
          button(words.button, { fill: onAccent, colour: accent }),
        ],
      ],
      { background: accent },
    ),
    columns(
      sold.slice(0, 2).map(one => [one]),
      { stacked: false },
    ),
    columns(
      sold.slice(2).map(one => [one]),
      { stacked: false },
    ),
    button(words.all),
    text(words.small, { size: 14, align: 'center', colour: colours.muted }),
  ]
}

const READ = ['window-s', 'bench-s', 'saw-s', 'branch-s', 'can-s'] as const

export const digest = (words: DesignWords['digest']): BareBlock[] => [
  heading(1, words.heading),
  text(words.text),
  ...words.items.map(([alt, title, line], i) =>
    columns(
      [
        { width: 30, blocks: [picture(READ[i]!, alt)] },
        {
          width: 70,
          blocks: [heading(2, link(title), { size: 18 }), text(line, { size: 15 })],
        },
      ],
      { stacked: false },
    ),
  ),
  button(words.button, { align: 'left' }),
]

export function products(words: DesignWords['products']): BareBlock[] {
  const offered = words.products.map(([alt, title, line, price], i) => [
    product(title, {
      picture: SOLD[i]!,
      alt,
      html: `<p>${line}</p>`,
      price: `${price} ${words.currency}`,
      button: words.buy,
    }),
  ])
  return [
    heading(1, words.heading, { align: 'center' }),
    text(words.text, { align: 'center' }),
    columns(offered),
    divider(),
    pictureBeside('saw-s', words.more),
  ]
}
