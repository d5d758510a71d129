/** Right: subject, preheader and sender, as an inbox shows them. */
import { memo } from 'react'
import { useLists } from '../../api/lists.ts'
import { SelectField } from '../../parts/fields.tsx'
import { LineField, YesNo } from '../../parts/small-fields.tsx'
import type { ShownPerson } from '../../shared/blocks/shown-person.ts'
import { TagMenu } from '../../shared/blocks/tag-menu.tsx'
import { type ChangeDraft, changeDocument } from '../../shared/composing/change-document.ts'
import type { EmailDraft, EmailHead } from '../../shared/drafts/email-draft.ts'
import { useTexts } from '../../texts/language.tsx'

/** The part of a subject that phones show. */
const SUBJECT_SHOWN = 45

export const EmailPane = memo(function InboxPane(props: {
  draft: EmailDraft
  person: ShownPerson
  change: ChangeDraft
}) {
  const { draft, person, change } = props
  const texts = useTexts('composer')
  const lists = useLists().data ?? []
  const list = lists.find(({ id }) => id === draft.listId)
  const set = (part: keyof EmailHead, value: string) =>
    change(before => ({ ...before, [part]: value }), part)
  const field = (
    part: 'name' | 'subject' | 'preheader' | 'fromName' | 'fromEmail' | 'replyTo',
  ) => ({
    label: texts.head[part],
    value: draft[part],
    onChange: (value: string) => set(part, value),
  })
  const tag = (part: 'subject' | 'preheader') => (
    <span className="row under-field">
      <TagMenu person={person} onInsert={code => set(part, `${draft[part]}${code}`)} />
    </span>
  )
  return (
    <div className="pane-fields">
      <LineField
        {...field('subject')}
        most={500}
        hint={texts.subjectLength(draft.subject.length, SUBJECT_SHOWN)}
      />
      {tag('subject')}
      <LineField {...field('preheader')} most={500} hint={texts.preheaderHint} />
      {tag('preheader')}
      <SelectField
        label={texts.list}
        value={String(draft.listId ?? '')}
        choices={[
          { value: '', label: texts.noList },
          ...lists.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={value =>
          change(before => ({ ...before, listId: value === '' ? null : Number(value) }))
        }
      />
      <LineField
        {...field('fromName')}
        most={200}
        placeholder={list?.fromName || list?.name || ''}
      />
      <LineField
        {...field('fromEmail')}
        most={320}
        placeholder={list?.fromEmail ?? ''}
        hint={texts.senderHint}
      />
      <LineField {...field('replyTo')} most={320} />
      <LineField {...field('name')} most={200} hint={texts.nameHint} />
      {draft.source.kind === 'blocks' ? (
        <>
          <YesNo
            label={texts.withHeader}
            value={draft.source.document.header ?? true}
            onChange={shown =>
              changeDocument(change)(before => ({ ...before, header: shown ? undefined : false }))
            }
          />
          <YesNo
            label={texts.withFooter}
            value={draft.source.document.footer ?? true}
            onChange={shown =>
              changeDocument(change)(before => ({ ...before, footer: shown ? undefined : false }))
            }
          />
        </>
      ) : (
        <YesNo
          label={texts.inlined}
          value={draft.inlined}
          onChange={inlined => change(before => ({ ...before, inlined }))}
        />
      )}
      <div className="field">
        <label htmlFor="plain-text">{texts.plainText}</label>
        <textarea
          id="plain-text"
          className="plain-input tall mono"
          rows={5}
          maxLength={900_000}
          placeholder={texts.plainTextHint}
          value={draft.text}
          onChange={event => set('text', event.currentTarget.value)}
        />
      </div>
    </div>
  )
})
