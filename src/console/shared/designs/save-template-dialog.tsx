/** A newsletter that becomes a template. */
import { useAddTemplate } from '../../api/templates.ts'
import { useToast } from '../../parts/toasts.tsx'
import { WordsDialog } from '../../parts/words-dialog.tsx'
import { useTexts } from '../../texts/language.tsx'

export function SaveTemplateDialog(props: {
  newsletterId: number
  /** The name of the newsletter. */
  name: string
  onClose(): void
}) {
  const { newsletterId, onClose } = props
  const texts = useTexts('templates')
  const toast = useToast()
  const add = useAddTemplate()
  return (
    <WordsDialog
      title={texts.saveAs}
      label={texts.name}
      hint={texts.saveAsHint}
      descriptionLabel={texts.description}
      words={{ name: props.name.slice(0, 200), description: '' }}
      act={texts.saveAs}
      saving={add}
      onSave={words => {
        const onSuccess = () => {
          toast({ text: texts.savedAs(words.name) })
          onClose()
        }
        add.mutate({ ...words, source: { kind: 'newsletter', newsletterId } }, { onSuccess })
      }}
      onClose={onClose}
    />
  )
}
