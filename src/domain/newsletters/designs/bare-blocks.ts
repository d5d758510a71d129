/** Blocks as designs write them: without ids, which numbered() gives. */
import type { Brand } from '../../brand/brand.ts'
import { mixed } from '../../brand/colours.ts'
import type { AnyBlock, ColumnsBlock, LeafBlock } from '../blocks/document.ts'
import { SIDE } from '../blocks/rhythm.ts'
import { addressOfOwnPicture } from '../pictures/pictures.ts'

type WithoutId<Block> = Block extends unknown ? Omit<Block, 'id'> : never
export type BareLeaf = WithoutId<LeafBlock>
interface BareColumn extends Omit<ColumnsBlock['columns'][number], 'blocks'> {
  blocks: BareLeaf[]
}
export type BareBlock =
  | BareLeaf
  | (Omit<ColumnsBlock, 'id' | 'columns'> & { columns: BareColumn[] })

type Of<Type extends LeafBlock['type']> = Omit<Extract<LeafBlock, { type: Type }>, 'id' | 'type'>

/** The placeholder that a check reports as a missing address. */
const NO_ADDRESS = 'https://'

export const heading = (
  level: 1 | 2 | 3,
  html: string,
  more: Partial<Of<'heading'>> = {},
): BareLeaf => ({ type: 'heading', level, html, ...more })

export const text = (words: string, more: Partial<Of<'text'>> = {}): BareLeaf => ({
  type: 'text',
  html: `<p>${words}</p>`,
  ...more,
})

export const picture = (
  name: string,
  alt: string,
  more: Partial<Of<'picture'>> = {},
): BareLeaf => ({ type: 'picture', src: addressOfOwnPicture(name), alt, ...more })

export const button = (words: string, more: Partial<Of<'button'>> = {}): BareLeaf => ({
  type: 'button',
  text: words,
  href: NO_ADDRESS,
  ...more,
})

/** The new items of the feed that a trigger starts by. */
export const feedItems = (): BareLeaf => ({
  type: 'feed',
  most: 10,
  picture: 'beside',
  words: 30,
  dates: true,
})

export const divider = (): BareLeaf => ({ type: 'divider' })

export const columns = (
  parts: (BareLeaf[] | BareColumn)[],
  more: Partial<Omit<ColumnsBlock, 'id' | 'type' | 'columns'>> = {},
): BareBlock => ({
  type: 'columns',
  columns: parts.map(part => (Array.isArray(part) ? { blocks: part } : part)),
  ...more,
})

export const link = (words: string): string => `<a href="${NO_ADDRESS}">${words}</a>`

export const list = (items: readonly string[], more: Partial<Of<'list'>> = {}): BareLeaf => ({
  type: 'list',
  items: [...items],
  ...more,
})

/** Without a text of its own and a button: its name is the link. */
export const product = (
  name: string,
  { picture: of, alt, ...more }: { picture: string; alt: string } & Partial<Of<'product'>>,
): BareLeaf => ({
  type: 'product',
  src: addressOfOwnPicture(of),
  alt,
  name,
  html: '',
  price: '',
  button: '',
  href: NO_ADDRESS,
  ...more,
})

/** What stands close below a line of text that belongs to it. */
export const CLOSE = { padding: [4, SIDE, 0, SIDE] } satisfies {
  padding: [number, number, number, number]
}

/** A band behind text: the accent, barely seen on the paper. */
export const soft = ({ colours: { accent, paper } }: Brand): string => mixed(paper, accent, 0.09)

export function numbered(blocks: readonly BareBlock[]): AnyBlock[] {
  let last = 0
  const id = () => `d${++last}`
  return blocks.map(block =>
    block.type === 'columns'
      ? {
          ...block,
          id: id(),
          columns: block.columns.map(column => ({
            ...column,
            blocks: column.blocks.map(leaf => ({ ...leaf, id: id() })),
          })),
        }
      : { ...block, id: id() },
  )
}
