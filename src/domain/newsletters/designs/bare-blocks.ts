/** Blocks as designs write them: without ids, which numbered() gives. */
import type { Brand } from '../../brand/brand.ts'
import type { AnyBlock, ColumnsBlock, LeafBlock } from '../blocks/document.ts'
import { addressOfDesignPicture } from './pictures.ts'

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
): BareLeaf => ({ type: 'picture', src: addressOfDesignPicture(name), alt, ...more })

export const button = (words: string, more: Partial<Of<'button'>> = {}): BareLeaf => ({
  type: 'button',
  text: words,
  href: NO_ADDRESS,
  ...more,
})

export const divider = (): BareLeaf => ({ type: 'divider', padding: [20, 24, 20, 24] })

export const columns = (
  parts: (BareLeaf[] | BareColumn)[],
  more: Partial<Omit<ColumnsBlock, 'id' | 'type' | 'columns'>> = {},
): BareBlock => ({
  type: 'columns',
  columns: parts.map(part => (Array.isArray(part) ? { blocks: part } : part)),
  ...more,
})

export const link = (words: string): string => `<a href="${NO_ADDRESS}">${words}</a>`

export const list = (items: readonly string[]): string =>
  `<ul>${items.map(item => `<li>${item}</li>`).join('')}</ul>`

/** A band behind text: the accent, barely seen on the paper. */
export const soft = ({ colours: { accent, paper } }: Brand): string => mixed(accent, paper, 0.09)

/** So much of one colour in another. */
function mixed(colour: string, into: string, share: number): string {
  const parts = [1, 3, 5].map(at => {
    const [one, other] = [colour, into].map(hex => Number.parseInt(hex.slice(at, at + 2), 16))
    return Math.round(one! * share + other! * (1 - share))
  })
  return `#${parts.map(part => part.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}

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
