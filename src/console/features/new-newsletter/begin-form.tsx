/** The chosen design, large, and the fields of a new newsletter: subject and list. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { forgetKept, useKept } from '../../api/kept.ts'
import { useLists } from '../../api/lists.ts'
import { useNewsletterPreview } from '../../api/newsletter-previews.ts'
import { useAddNewsletter, useCopyNewsletter } from '../../api/newsletters.ts'
import { Button } from '../../parts/button.tsx'
import { EmailPicture } from '../../parts/email-picture.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Failure } from '../../parts/states.tsx'
import { TemplatePicture } from '../../shared/designs/design-pictures.tsx'
import { useTexts } from '../../texts/language.tsx'
import { DesignPicture } from './begin-cards.tsx'
import type { Beginning } from './beginnings.ts'
import { BLANK, FIRST_HTML, FIRST_MJML } from './first-content.ts'

/** The key of the persisted form. */
const NEW_SUBJECT = 'newsletter.subject'

interface BeginFormProps {
  beginning: Beginning
  name: string
  hint: string
}

export function BeginForm({ beginning, name, hint }: BeginFormProps) {
  const texts = useTexts('newNewsletter')
  const navigate = useNavigate()
  const [subject, setSubject] = useKept(NEW_SUBJECT, '')
  const [listId, setListId] = useState('')
  const lists = useLists().data ?? []
  const add = useAddNewsletter()
  const copy = useCopyNewsletter()
  // With one list there is nothing to choose.
  const list = listId || String(lists.length === 1 ? lists[0]!.id : '')
  const opened = ({ id }: { id: number }) => {
    forgetKept(NEW_SUBJECT)
    void navigate({ to: '/newsletters/$id', params: { id: String(id) } })
  }
  const submit = () => {
    if (add.isPending || copy.isPending) return
    if (beginning.kind === 'copy') {
      const { id } = beginning.newsletter
      copy.mutate({ id, name: texts.copyOf(name) }, { onSuccess: opened })
      return
    }
    const content = contentOf(beginning)
    const head = { subject: subject.trim() || content.subject }
    const meant = list === '' ? null : Number(list)
    add.mutate({ ...content, ...head, listId: meant }, { onSuccess: opened })
  }
  return (
    <form
      className="begin-form stack"
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <div>
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <p className="sub">{hint}</p>
      </div>
      <Large beginning={beginning} name={name} />
      {beginning.kind !== 'copy' && (
        <>
          <TextField
            label={texts.subject}
            hint={texts.subjectHint}
            value={subject}
            placeholder={beginning.kind === 'design' ? beginning.design.subject : ''}
            optional
            onChange={setSubject}
            maxLength={500}
          />
          <SelectField
            label={texts.list}
            value={list}
            choices={[
              { value: '', label: texts.noList },
              ...lists.map(({ id, name: of }) => ({ value: String(id), label: of })),
            ]}
            onChange={setListId}
          />
        </>
      )}
      {add.error && <Failure error={add.error} />}
      {copy.error && <Failure error={copy.error} />}
      <Button look="primary" type="submit" busy={add.isPending || copy.isPending}>
        {texts.beginWith(name)}
      </Button>
    </form>
  )
}

function contentOf(beginning: Exclude<Beginning, { kind: 'copy' }>) {
  switch (beginning.kind) {
    case 'design': {
      const { subject, preheader, source } = beginning.design
      return { subject, preheader, source }
    }
    case 'template':
      return {
        subject: '',
        source: { kind: 'template' as const, templateId: beginning.template.id },
      }
    case 'blank':
      return { subject: '', source: { kind: 'blocks' as const, document: BLANK } }
    case 'mjml':
      return { subject: '', source: { kind: 'mjml' as const, mjml: FIRST_MJML } }
    case 'html':
      return { subject: '', source: { kind: 'html' as const, html: FIRST_HTML } }
  }
}

function Large({ beginning, name }: { beginning: Beginning; name: string }) {
  switch (beginning.kind) {
    case 'design':
      return <DesignPicture design={beginning.design} name={name} />
    case 'template':
      return <TemplatePicture template={beginning.template} />
    case 'copy':
      return <CopyPicture id={beginning.newsletter.id} name={name} />
    case 'blank':
    case 'mjml':
    case 'html':
      return (
        <span className="email-picture">
          <Icon name={beginning.kind === 'blank' ? 'plus' : 'code'} />
        </span>
      )
  }
}

function CopyPicture({ id, name }: { id: number; name: string }) {
  const texts = useTexts('newNewsletter')
  const { data } = useNewsletterPreview(id, '', true)
  return <EmailPicture title={texts.pictureOf(name)} html={data?.html} onSeen={() => {}} />
}
