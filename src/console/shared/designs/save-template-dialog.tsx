/** A newsletter that becomes a template. */
import { useState } from 'react'
import { useAddTemplate } from '../../api/templates.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
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
  const [name, setName] = useState(props.name.slice(0, 200))
  const [description, setDescription] = useState('')
  const save = useAddTemplate()
  const off = save.isPending || name.trim() === ''
  const submit = () => {
    if (off) return
    const onSuccess = () => {
      toast({ text: texts.savedAs(name) })
      onClose()
    }
    const source = { kind: 'newsletter' as const, newsletterId }
    save.mutate({ name, description, source }, { onSuccess })
  }
  return (
    <Dialog title={texts.saveAs} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          label={texts.name}
          hint={texts.saveAsHint}
          value={name}
          onChange={setName}
          maxLength={200}
          focused
        />
        <TextField
          label={texts.description}
          value={description}
          onChange={setDescription}
          maxLength={500}
          optional
        />
        {save.error && <Failure error={save.error} />}
        <div className="dialog-acts">
          <Button look="primary" type="submit" busy={off}>
            {texts.saveAs}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
