/**
 * A newsletter of kind `blocks`: its parts, and the bounds of each value. A working copy has this
 * shape while it is a draft; compiling it is stricter (check-document.ts).
 */
import { z } from 'zod'
import { MOST_SHOWN_ITEMS } from '../../feeds/feed.ts'
import { DocumentLanguages } from './document-languages.ts'

const MOST_BLOCKS = 200
/** Characters of the document as JSON. */
export const MOST_DOCUMENT = 400_000

const px = (most: number) => z.int().min(0).max(most)
const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Write a colour as #2F5D47.')
const id = z.string().regex(/^[\w-]{1,40}$/, 'An id has at most 40 letters, digits, - and _.')
const address = z.string().max(2000).describe('https, http, mailto, tel, or a tag.')
const align = z.enum(['left', 'center', 'right'])
const line = z.string().max(1000).describe('Plain text, with tags.')
const richText = z
  .string()
  .max(50_000)
  .describe(
    'HTML of p, br, strong, em, u, s, sup, sub, code, blockquote, ul, ol, li, a and span with a ' +
      'colour. Anything else is taken out when it is saved. Tags as {{ name }}.',
  )

const common = {
  id,
  filter: z
    .array(z.int().min(1).max(999_999_999))
    .max(10)
    .optional()
    .describe('Shown to recipients who match one of these filters; to all by default.'),
  background: colour.optional(),
  padding: z
    .tuple([px(200), px(200), px(200), px(200)])
    .optional()
    .describe('Top, right, bottom, left, in pixels.'),
  hiddenOnPhone: z.boolean().optional(),
}

const Text = z.strictObject({
  type: z.literal('text'),
  ...common,
  html: richText,
  size: z.int().min(10).max(40).optional(),
  colour: colour.optional(),
  align: align.optional(),
})

const Heading = z.strictObject({
  type: z.literal('heading'),
  ...common,
  level: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  html: z.string().max(2000).describe('Like that of text, without paragraphs and lists.'),
  size: z.int().min(12).max(80).optional(),
  colour: colour.optional(),
  align: align.optional(),
})

const Picture = z.strictObject({
  type: z.literal('picture'),
  ...common,
  src: z.string().max(2000).describe('The address of a picture of the library, or https://.'),
  alt: z.string().max(500).describe('Empty: decorative.'),
  width: z.int().min(8).max(1000).optional().describe('In pixels; by default all there is.'),
  href: address.optional(),
  align: align.optional(),
  radius: px(100).optional(),
})

const Button = z.strictObject({
  type: z.literal('button'),
  ...common,
  text: line,
  href: address,
  align: align.optional(),
  fill: colour.optional(),
  colour: colour.optional(),
  radius: px(60).optional(),
  wide: z.boolean().optional().describe('As wide as its column.'),
})

const Divider = z.strictObject({
  type: z.literal('divider'),
  ...common,
  colour: colour.optional(),
  thickness: z.int().min(1).max(20).optional(),
})

const Space = z.strictObject({
  type: z.literal('space'),
  ...common,
  height: z.int().min(1).max(400),
})

const Social = z.strictObject({
  type: z.literal('social'),
  ...common,
  links: z.array(z.strictObject({ name: z.string().max(60), href: address })).max(12),
  align: align.optional(),
  words: z.boolean().optional().describe('Words instead of icons.'),
})

const Menu = z.strictObject({
  type: z.literal('menu'),
  ...common,
  links: z.array(z.strictObject({ text: z.string().max(100), href: address })).max(12),
  align: align.optional(),
})

const Quote = z.strictObject({
  type: z.literal('quote'),
  ...common,
  html: z.string().max(5000).describe('Like that of text.'),
  source: z.string().max(300).optional().describe('Who said it: plain text, with tags.'),
  align: align.optional(),
})

const List = z.strictObject({
  type: z.literal('list'),
  ...common,
  items: z.array(z.string().max(2000).describe('Like the html of a heading.')).min(1).max(50),
  marks: z.enum(['bullets', 'numbers', 'checks']).optional().describe('Bullets by default.'),
  size: z.int().min(10).max(40).optional(),
  colour: colour.optional(),
})

const Product = z.strictObject({
  type: z.literal('product'),
  ...common,
  src: z.string().max(2000).describe('Like that of a picture; empty: without one.'),
  alt: z.string().max(500).describe('Empty: the name.'),
  name: line,
  level: z
    .union([z.literal(2), z.literal(3)])
    .optional()
    .describe('Of its name as a heading; 2 by default.'),
  html: z.string().max(5000).describe('Like that of text.'),
  price: z.string().max(100).describe('As it is shown, with its currency.'),
  before: z.string().max(100).optional().describe('The former price, crossed out.'),
  button: z.string().max(200).describe('Empty: its name is the link.'),
  href: address,
  beside: z.boolean().optional().describe('The picture beside the words; not within columns.'),
})

const Video = z.strictObject({
  type: z.literal('video'),
  ...common,
  src: z
    .string()
    .max(2000)
    .describe('A picture with a play mark, as POST /media/:pictureId/play makes it.'),
  alt: z.string().max(500).describe('What the video shows.'),
  href: address.describe('Where it is played: mail programs play none.'),
})

const Feed = z.strictObject({
  type: z.literal('feed'),
  ...common,
  most: z.int().min(1).max(MOST_SHOWN_ITEMS).describe('Items, the newest ones.'),
  picture: z
    .enum(['beside', 'above', 'none'])
    .describe('Beside the words, not within columns; above them; or left out.'),
  words: z.int().min(0).max(100).describe('Of the text of each item; 0: its title alone.'),
  dates: z.boolean().optional().describe('With the day of each item.'),
  level: z
    .union([z.literal(2), z.literal(3)])
    .optional()
    .describe('Of the titles as headings; 2 by default.'),
})

const Code = z.strictObject({
  type: z.literal('code'),
  ...common,
  html: z.string().max(100_000).describe('HTML as it is, without scripts, forms and frames.'),
})

const Saved = z.strictObject({
  type: z.literal('saved'),
  ...common,
  savedId: z.int().min(1).max(2_147_483_647).describe('A saved block, as it is when saved.'),
})

export const LeafBlock = z
  .discriminatedUnion('type', [
    Text,
    Heading,
    Picture,
    Button,
    Divider,
    Space,
    Social,
    Menu,
    Quote,
    List,
    Product,
    Video,
    Feed,
    Code,
    Saved,
  ] as const)
  .meta({ id: 'LeafBlock' })

const Columns = z.strictObject({
  type: z.literal('columns'),
  ...common,
  columns: z
    .array(
      z.strictObject({
        width: z.int().min(10).max(90).optional().describe('In per cent; equal by default.'),
        background: colour.optional(),
        blocks: z.array(LeafBlock).max(50),
      }),
    )
    .min(1)
    .max(4),
  stacked: z.boolean().optional().describe('False: side by side on phones too.'),
  middle: z.boolean().optional().describe('Shorter columns stand in the middle.'),
})

export const AnyBlock = z
  .discriminatedUnion('type', [...LeafBlock.options, Columns] as const)
  .meta({ id: 'Block' })

export const BlockDocument = z
  .strictObject({
    blocks: z.array(AnyBlock).max(MOST_BLOCKS),
    header: z.boolean().optional().describe('False: without the logo of the brand.'),
    footer: z.boolean().optional().describe('False: without the footer of the brand.'),
    languages: DocumentLanguages.optional().describe('Its texts in further languages.'),
  })
  .superRefine((document, context) => {
    const seen = new Set<string>()
    for (const block of allBlocks(document)) {
      if (seen.has(block.id)) {
        context.addIssue(`Two blocks have the id ${block.id}.`)
        return
      }
      seen.add(block.id)
    }
    if (seen.size > MOST_BLOCKS)
      context.addIssue(`A newsletter has at most ${MOST_BLOCKS} blocks, these are ${seen.size}.`)
  })

/** A block that columns may hold. */
export type LeafBlock = z.output<typeof LeafBlock>
export type ColumnsBlock = z.output<typeof Columns>
export type AnyBlock = LeafBlock | ColumnsBlock
export type BlockDocument = z.output<typeof BlockDocument>

/** With those in columns, in the order of reading. */
export const allBlocks = ({ blocks }: Pick<BlockDocument, 'blocks'>): AnyBlock[] =>
  blocks.flatMap(block =>
    block.type === 'columns' ? [block, ...block.columns.flatMap(one => one.blocks)] : [block],
  )
