/** The props of the fields of each kind of block. */
import type { EmailBlock } from '../../api/email-blocks.ts'
import type { ShownPerson } from './shown-person.ts'

export interface BlockColours {
  text: string
  accent: string
  onAccent: string
  paper: string
}

export interface BlockFieldsProps<Block extends EmailBlock> {
  block: Block
  person: ShownPerson
  colours: BlockColours
  /** Typing in one `part` is one step of the history. */
  onChange(block: Block, part?: string): void
}
