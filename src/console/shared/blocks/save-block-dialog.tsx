/** A block that other newsletters may use, too. */
import type { EmailBlock } from '../../api/email-blocks.ts'
import { useToast } from '../../parts/toasts.tsx'
import { WordsDialog } from '../../parts/words-dialog.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useBlockWords } from '../drafts/block-words.ts'
import { useAddSavedBlock } from './saved-blocks.ts'

export function SaveBlockDialog({ block, onClose }: { block: EmailBlock; onClose(): void }) {
  const texts = useTexts('composer')
  const toast = useToast()
  const wordsOf = useBlockWords()
  const add = useAddSavedBlock()
  return (
    <WordsDialog
      title={texts.saveBlock}
      label={texts.blockName}
      hint={texts.saveBlockHint}
      words={{ name: wordsOf(block).slice(0, 60), description: '' }}
      act={texts.saveBlock}
      saving={add}
      onSave={({ name }) => {
        const onSuccess = () => {
          toast({ text: texts.blockSaved(name) })
          onClose()
        }
        add.mutate({ name, blocks: [block] }, { onSuccess })
      }}
      onClose={onClose}
    />
  )
}
