/** A new newsletter: of blocks, from a template, a copy, or source. */
import './newsletters.css'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { forgetKept, useKept } from '../../api/kept.ts'
import { useLists } from '../../api/lists.ts'
import { useAddNewsletter, useBoard, useCopyNewsletter } from '../../api/newsletters.ts'
import { useTemplates } from '../../api/templates.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { Failure } from '../../parts/states.tsx'
import { useTextsOf } from '../../texts/language.tsx'
import { TemplatePicture } from '../templates/design-pictures.tsx'
import { FIRST_HTML, FIRST_MJML, firstBlocks } from './first-content.ts'
import { newslettersTexts } from './texts.ts'

const BEGINS = ['blocks', 'template', 'copy', 'mjml', 'html'] as const
const ICONS: Record<(typeof BEGINS)[number], IconName> = {
  ...{ blocks: 'rows', template: 'template', copy: 'copy', mjml: 'code', html: 'code' },
}

/** Where what is typed is kept. */
export const NEW_SUBJECT = 'newsletter.subject'

export function NewNewsletterDialog({ onClose }: { onClose(): void }) {
  const texts = useTextsOf(newslettersTexts)
  const navigate = useNavigate()
  const [begin, setBegin] = useState<(typeof BEGINS)[number]>('blocks')
  const [subject, setSubject] = useKept(NEW_SUBJECT, '')
  const [listId, setListId] = useState('')
  const [templateId, setTemplateId] = useState('')
  const [copied, setCopied] = useState('')
  const lists = useLists().data ?? []
  const templates = (useTemplates().data ?? []).filter(({ active }) => active)
  const others = useBoard().data?.pages.flatMap(page => page.items) ?? []
  const add = useAddNewsletter()
  const copy = useCopyNewsletter()
  const wanted = templateId || String(templates[0]?.id ?? '')
  const model = copied || String(others[0]?.id ?? '')
  // With one list there is nothing to choose.
  const list = listId || String(lists.length === 1 ? lists[0]!.id : '')
  const content = {
    blocks: () => ({ blocks: firstBlocks(texts) }),
    template: () => ({ template: { id: Number(wanted) } }),
    mjml: () => ({ mjml: FIRST_MJML }),
    html: () => ({ html: FIRST_HTML }),
  }
  const close = () => {
    forgetKept(NEW_SUBJECT)
    onClose()
  }
  const opened = ({ id }: { id: number }) => {
    close()
    void navigate({ to: '/newsletters/$id', params: { id: String(id) } })
  }
  const copyOf = (id: number) => {
    const known = others.find(one => one.id === id)
    const name = texts.copyOf(known?.name || known?.subject || texts.untitled)
    copy.mutate({ id, name }, { onSuccess: opened })
  }
  const submit = () => {
    if (add.isPending || copy.isPending) return
    if (begin === 'copy') return copyOf(Number(model))
    add.mutate(
      { subject, listId: list === '' ? null : Number(list), ...content[begin]() },
      { onSuccess: opened },
    )
  }
  const missing = (begin === 'template' && wanted === '') || (begin === 'copy' && model === '')
  return (
    <Dialog title={texts.newTitle} onClose={close}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (!missing) submit()
        }}
      >
        <fieldset className="begins">
          <legend>{texts.begin}</legend>
          {BEGINS.map(value => (
            <label key={value} className={value === begin ? 'begin chosen' : 'begin'}>
              <input
                type="radio"
                name="begin"
                value={value}
                checked={value === begin}
                onChange={() => setBegin(value)}
              />
              <Icon name={ICONS[value]} />
              <span>
                <b>{texts.begins[value]}</b>
                <small>{texts.beginHints[value]}</small>
              </span>
            </label>
          ))}
        </fieldset>
        {begin === 'template' &&
          (templates.length === 0 ? (
            <p className="note">{texts.noTemplates}</p>
          ) : (
            <fieldset className="email-cards small">
              <legend>{texts.template}</legend>
              {templates.map(template => (
                <label
                  key={template.id}
                  className={String(template.id) === wanted ? 'email-card chosen' : 'email-card'}
                >
                  <TemplatePicture template={template} />
                  <span className="row">
                    <input
                      type="radio"
                      name="template"
                      checked={String(template.id) === wanted}
                      onChange={() => setTemplateId(String(template.id))}
                    />
                    <bdi className="two-lines">{template.name}</bdi>
                  </span>
                </label>
              ))}
            </fieldset>
          ))}
        {begin === 'copy' && (
          <SelectField
            label={texts.of}
            value={model}
            choices={others.map(({ id, name, subject: about }) => ({
              value: String(id),
              label: name || about || texts.untitled,
            }))}
            onChange={setCopied}
          />
        )}
        {begin !== 'copy' && (
          <>
            <TextField
              label={texts.subject}
              hint={texts.subjectHint}
              value={subject}
              onChange={setSubject}
              maxLength={500}
            />
            <SelectField
              label={texts.list}
              value={list}
              choices={[
                { value: '', label: texts.noList },
                ...lists.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              onChange={setListId}
            />
          </>
        )}
        {add.error && <Failure error={add.error} />}
        {copy.error && <Failure error={copy.error} />}
        <div className="dialog-acts">
          <Button look="primary" type="submit" busy={missing || add.isPending || copy.isPending}>
            {texts.make}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
