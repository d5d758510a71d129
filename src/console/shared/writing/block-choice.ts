/** The chosen block, and the one whose text is being written in the email. */
import { useCallback, useMemo, useState } from 'react'
import type { EmailBlock } from '../../api/email-blocks.ts'

/** Where writing begins; a point of the window, where the text was clicked. */
export type Caret = 'all' | 'start' | 'end' | { x: number; y: number }

/** A block whose text can be written in the email itself. */
export type WrittenBlock = Extract<EmailBlock, { type: 'text' | 'heading' }>

export const isWritten = (block: EmailBlock | undefined): block is WrittenBlock =>
  block?.type === 'text' || block?.type === 'heading'

export interface BlockChoice {
  chosen: string | undefined
  /** Set: the chosen block is being written in the email. */
  caret: Caret | undefined
  choose(id: string | undefined): void
  write(id: string, caret: Caret): void
}

/** `onChosen`: a pane shows it. */
export function useBlockChoice(onChosen: (id: string | undefined) => void): BlockChoice {
  const [state, setState] = useState<Pick<BlockChoice, 'chosen' | 'caret'>>({
    chosen: undefined,
    caret: undefined,
  })
  const choose = useCallback(
    (chosen: string | undefined) => {
      setState({ chosen, caret: undefined })
      onChosen(chosen)
    },
    [onChosen],
  )
  const write = useCallback(
    (chosen: string, caret: Caret) => {
      setState({ chosen, caret })
      onChosen(chosen)
    },
    [onChosen],
  )
  return useMemo(() => ({ ...state, choose, write }), [state, choose, write])
}
