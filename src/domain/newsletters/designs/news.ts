/** Designs that tell: the blocks of each, in the order of the email. */
import type { Brand } from '../../brand/brand.ts'
import {
  type BareBlock,
  button,
  CLOSE,
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
  heading(1, words.heading, { align: 'center' }),
  text(words.text, { align: 'center' }),
  columns(
    words.points.map(([alt, title, line], i) => [
      picture(ROUND[i]!, alt, { width: 72, align: 'center' }),
      heading(2, title, { size: 17, align: 'center' }),
      text(line, { size: 14, align: 'center', colour: colours.muted }),
    ]),
  ),
  button(words.button),
  text(words.question, { size: 14, align: 'center', colour: colours.muted }),
]

const STORIES = ['branch', 'bench'] as const

export const monthly = (words: DesignWords['monthly'], brand: Brand): BareBlock[] => [
  picture('window', words.picture),
  heading(1, words.heading),
  text(words.text),
  button(words.button, { align: 'left' }),
  divider(),
  columns(
    words.stories.map(([alt, title, line, more], i) => [
      picture(STORIES[i]!, alt),
      heading(2, title, { size: 20 }),
      text(line, { size: 15 }),
      text(link(more), { size: 15 }),
    ]),
  ),
  columns(
    [[heading(2, words.briefHeading, { size: 19 }), list(words.brief.map(link), { size: 15 })]],
    { background: soft(brand) },
  ),
]

export const event = (words: DesignWords['event'], brand: Brand): BareBlock[] => [
  picture('evening', words.picture),
  text(words.kicker, {
    size: 14,
    align: 'center',
    colour: brand.colours.muted,
  }),
  heading(1, words.heading, { align: 'center', ...CLOSE }),
  text(words.text, { align: 'center' }),
  columns(
    [
      {
        width: 25,
        blocks: [
          text(`<strong>${words.day}</strong>`, {
            size: 34,
            align: 'center',
          }),
          text(words.month, { size: 14, align: 'center' }),
        ],
      },
      {
        width: 75,
        blocks: [heading(2, words.when, { size: 18 }), text(words.where, { size: 15 })],
      },
    ],
    { background: soft(brand), middle: true, stacked: false },
  ),
  button(words.button),
  text(link(words.decline), { size: 14, align: 'center' }),
  columns(
    words.details.map(([title, line]) => [
      heading(2, title, { size: 18 }),
      text(line, { size: 15 }),
    ]),
  ),
]

export const letter = (words: DesignWords['letter']): BareBlock[] => [
  heading(1, words.heading, { size: 24 }),
  text(`${words.greeting} {{ first_name | default: "${words.reader}" }},`),
  {
    type: 'text',
    html: words.paragraphs.map(paragraph => `<p>${paragraph}</p>`).join(''),
  },
  text(`${words.regards}<br><strong>${words.signature}</strong>`),
]

export const survey = (words: DesignWords['survey'], brand: Brand): BareBlock[] => [
  heading(1, words.heading),
  text(words.text),
  ...words.answers.map(answer =>
    button(answer, {
      wide: true,
      fill: soft(brand),
      colour: brand.colours.text,
    }),
  ),
  text(words.small, { size: 14, colour: brand.colours.muted }),
  divider(),
  pictureBeside('tools', words.more),
]

export const thanks = (words: DesignWords['thanks'], brand: Brand): BareBlock[] => [
  picture('round-gift', words.picture, { width: 96, align: 'center' }),
  heading(1, words.heading, { align: 'center' }),
  text(words.text, { align: 'center' }),
  columns(
    [[heading(2, words.boxHeading, { size: 19 }), list(words.box, { size: 15, marks: 'checks' })]],
    { background: soft(brand) },
  ),
  button(words.button),
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
          heading(2, title, { size: 19 }),
          text(line, { size: 15 }),
          text(link(more), { size: 15 }),
        ],
      },
    ],
    { middle: true },
  )
