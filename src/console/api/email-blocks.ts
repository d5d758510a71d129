/** The blocks of a newsletter, as the API has them. */

interface BlockFrame {
  id: string
  /** Shown to who matches one of these filters. */
  filter?: number[] | undefined
  background?: string | undefined
  /** Top, right, bottom, left. */
  padding?: [number, number, number, number] | undefined
  hiddenOnPhone?: boolean | undefined
}

type Align = 'left' | 'center' | 'right'

interface TextLook {
  size?: number | undefined
  colour?: string | undefined
  align?: Align | undefined
}

export type LeafEmailBlock = BlockFrame &
  (
    | ({ type: 'text'; html: string } & TextLook)
    | ({ type: 'heading'; html: string; level: 1 | 2 | 3 } & TextLook)
    | {
        type: 'picture'
        src: string
        alt: string
        width?: number | undefined
        href?: string | undefined
        align?: Align | undefined
        radius?: number | undefined
      }
    | {
        type: 'button'
        text: string
        href: string
        align?: Align | undefined
        fill?: string | undefined
        colour?: string | undefined
        radius?: number | undefined
        wide?: boolean | undefined
      }
    | { type: 'divider'; colour?: string | undefined; thickness?: number | undefined }
    | { type: 'space'; height: number }
    | { type: 'social'; links: { name: string; href: string }[]; align?: Align | undefined }
    | { type: 'menu'; links: { text: string; href: string }[]; align?: Align | undefined }
    | { type: 'code'; html: string }
    | { type: 'saved'; savedId: number }
  )

interface EmailColumn {
  width?: number | undefined
  background?: string | undefined
  blocks: LeafEmailBlock[]
}

export type ColumnsEmailBlock = BlockFrame & {
  type: 'columns'
  columns: EmailColumn[]
  stacked?: boolean | undefined
  middle?: boolean | undefined
}

export type EmailBlock = LeafEmailBlock | ColumnsEmailBlock
export type EmailBlockType = EmailBlock['type']

export interface EmailDocument {
  blocks: EmailBlock[]
  header?: boolean | undefined
  footer?: boolean | undefined
}
