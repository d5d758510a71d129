/** Designs that tell: the blocks of each, in the order of the email. */
import type { Brand } from '../../brand/brand.ts'
import {
  type BareBlock,
  button,
  columns,
  divider,
  heading,
  link,
  list,
  picture,
  soft,
  text,
} from './bare-blocks.ts'
import type { DesignWords } from './words-en.ts'

const ROUND = ['round-calendar', 'round-leaf', 'round-gift'] as const

export const welcome = (words: DesignWords['welcome'], { colours }: Brand): BareBlock[] => [
  picture('letter', words.picture),
  heading(1, words.heading, { align: 'center', padding: [32, 24, 8, 24] }),
  text(words.text, { align: 'center' }),
  columns(
    words.points.map(([alt, title, line], i) => [
      picture(ROUND[i]!, alt, { width: 72, align: 'center' }),
      heading(2, title, { size: 17, align: 'center', padding: [8, 4, 2, 4] }),
      text(line, { size: 14, align: 'center', colour: colours.muted, padding: [0, 4, 0, 4] }),
    ]),
    { padding: [16, 16, 8, 16] },
  ),
  button(words.button, { padding: [12, 24, 28, 24] }),
  text(words.question, { size: 14, align: 'center', colour: colours.muted }),
]

const STORIES = ['branch', 'bench'] as const

export const monthly = (words: DesignWords['monthly'], brand: Brand): BareBlock[] => [
  picture('window', words.picture),
  heading(1, words.heading, { padding: [32, 24, 8, 24] }),
  text(words.text),
  button(words.button, { align: 'left', padding: [8, 24, 12, 24] }),
  divider(),
  columns(
    words.stories.map(([alt, title, line, more], i) => [
      picture(STORIES[i]!, alt),
      heading(2, title, { size: 20, padding: [10, 8, 4, 8] }),
      text(line, { size: 15, padding: [0, 8, 0, 8] }),
      text(link(more), { size: 15, padding: [0, 8, 8, 8] }),
    ]),
  ),
  columns(
    [
      [
        heading(2, words.briefHeading, { size: 19, padding: [12, 16, 4, 16] }),
        { type: 'text', html: list(words.brief.map(link)), size: 15, padding: [0, 16, 4, 16] },
      ],
    ],
    { background: soft(brand), padding: [8, 16, 8, 16] },
  ),
]

export const event = (words: DesignWords['event'], brand: Brand): BareBlock[] => [
  picture('evening', words.picture),
  text(words.kicker, {
    size: 14,
    align: 'center',
    colour: brand.colours.muted,
    padding: [28, 24, 0, 24],
  }),
  heading(1, words.heading, { align: 'center', padding: [0, 24, 8, 24] }),
  text(words.text, { align: 'center' }),
  columns(
    [
      {
        width: 25,
        blocks: [
          text(`<strong>${words.day}</strong>`, {
            size: 34,
            align: 'center',
            padding: [4, 0, 0, 0],
          }),
          text(words.month, { size: 14, align: 'center', padding: [0, 0, 0, 0] }),
        ],
      },
      {
        width: 75,
        blocks: [
          heading(2, words.when, { size: 18, padding: [4, 12, 4, 12] }),
          text(words.where, { size: 15, padding: [0, 12, 0, 12] }),
        ],
      },
    ],
    { background: soft(brand), middle: true, stacked: false, padding: [12, 16, 12, 16] },
  ),
  button(words.button, { padding: [24, 24, 12, 24] }),
  text(link(words.decline), { size: 14, align: 'center' }),
  columns(
    words.details.map(([title, line]) => [
      heading(2, title, { size: 18, padding: [4, 8, 4, 8] }),
      text(line, { size: 15, padding: [0, 8, 0, 8] }),
    ]),
  ),
]

export const letter = (words: DesignWords['letter']): BareBlock[] => [
  heading(1, words.heading, { size: 24, padding: [28, 24, 8, 24] }),
  text(`${words.greeting} {{ first_name | default: "${words.reader}" }},`, {
    padding: [8, 24, 0, 24],
  }),
  {
    type: 'text',
    html: words.paragraphs.map(paragraph => `<p>${paragraph}</p>`).join(''),
    padding: [0, 24, 0, 24],
  },
  text(`${words.regards}<br><strong>${words.signature}</strong>`, { padding: [8, 24, 24, 24] }),
]

export const survey = (words: DesignWords['survey'], brand: Brand): BareBlock[] => [
  heading(1, words.heading, { padding: [32, 24, 8, 24] }),
  text(words.text, { padding: [0, 24, 8, 24] }),
  ...words.answers.map(answer =>
    button(answer, {
      wide: true,
      fill: soft(brand),
      colour: brand.colours.text,
      padding: [5, 24, 5, 24],
    }),
  ),
  text(words.small, { size: 14, colour: brand.colours.muted, padding: [12, 24, 0, 24] }),
  divider(),
  pictureBeside('tools', words.more),
]

export const thanks = (words: DesignWords['thanks'], brand: Brand): BareBlock[] => [
  picture('round-gift', words.picture, { width: 96, align: 'center', padding: [32, 24, 0, 24] }),
  heading(1, words.heading, { align: 'center', padding: [16, 24, 8, 24] }),
  text(words.text, { align: 'center', padding: [0, 40, 16, 40] }),
  columns(
    [
      [
        heading(2, words.boxHeading, { size: 19, padding: [12, 16, 4, 16] }),
        { type: 'text', html: list(words.box), size: 15, padding: [0, 16, 4, 16] },
      ],
    ],
    { background: soft(brand), padding: [8, 16, 8, 16] },
  ),
  button(words.button, { padding: [24, 24, 16, 24] }),
  text(words.small, { size: 14, align: 'center', colour: brand.colours.muted }),
]

/** A picture with a text and a link beside it. */
export const pictureBeside = (
  name: string,
  [alt, title, line, more]: readonly [string, string, string, string],
): BareBlock =>
  columns(
    [
      { width: 40, blocks: [picture(name, alt)] },
      {
        width: 60,
        blocks: [
          heading(2, title, { size: 19, padding: [4, 8, 4, 8] }),
          text(line, { size: 15, padding: [0, 8, 0, 8] }),
          text(link(more), { size: 15, padding: [0, 8, 0, 8] }),
        ],
      },
    ],
    { middle: true },
  )
