/** A form on other sites: which, the snippet, the page after it, old pages. */
import { useState } from 'react'
import type { FormAnswer } from '../../../actions/forms/forms.ts'
import { useEditForm } from '../../api/forms.ts'
import { Button } from '../../parts/button.tsx'
import { TextArea, TextField } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'

export function FormElsewhere({ form, mayChange }: { form: FormAnswer; mayChange: boolean }) {
  const texts = useTexts('forms')
  const toast = useToast()
  const { mutate, isPending, error } = useEditForm(form.id)
  const [hosts, setHosts] = useState(form.hosts.join('\n'))
  const [afterUrl, setAfterUrl] = useState(form.afterUrl)
  const [formerId, setFormerId] = useState(form.formerId ?? '')
  const submit = () =>
    mutate(
      {
        hosts: hosts.split(/\s+/).filter(host => host !== ''),
        afterUrl,
        formerId: formerId === '' ? null : formerId,
      },
      { onSuccess: () => toast({ text: texts.saved }) },
    )
  return (
    <section>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (!isPending) submit()
        }}
      >
        <h2>{texts.elsewhere}</h2>
        {error && <Failure error={error} />}
        <TextArea label={texts.hosts} hint={texts.hostsHint} value={hosts} onChange={setHosts} />
        <TextField
          label={texts.after}
          hint={texts.afterHint}
          value={afterUrl}
          onChange={setAfterUrl}
          maxLength={2000}
          optional
        />
        <TextField
          label={texts.former}
          hint={texts.formerHint}
          value={formerId}
          onChange={setFormerId}
          maxLength={64}
          optional
        />
        {mayChange && (
          <p>
            <Button look="primary" type="submit" busy={isPending}>
              {texts.save}
            </Button>
          </p>
        )}
      </form>
      <Snippet form={form} />
    </section>
  )
}

function Snippet({ form }: { form: FormAnswer }) {
  const texts = useTexts('forms')
  const [done, setDone] = useState(false)
  const snippet = snippetOf(form)
  const copy = async () => {
    await navigator.clipboard.writeText(snippet)
    setDone(true)
  }
  return (
    <div className="stack form-code">
      <h3>{texts.snippet}</h3>
      <pre className="form-snippet">{snippet}</pre>
      {window.isSecureContext && (
        <p>
          <Button onClick={() => void copy()}>{done ? texts.copied : texts.copy}</Button>
        </p>
      )}
    </div>
  )
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** In the first language of the form, of which visitors of the site are most. */
function snippetOf({ address, words, asked, required }: FormAnswer): string {
  const [texts] = Object.values(words)
  const labelOf = (field: string) => escaped(texts?.labels[field as 'name'] ?? field)
  const fields = asked.map(
    field =>
      `  <label>${labelOf(field)} <input name="${field}"${
        required.includes(field) ? ' required' : ''
      }></label>`,
  )
  return [
    `<form method="post" action="${escaped(address)}">`,
    '  <label>Email <input type="email" name="email" required></label>',
    ...fields,
    '  <label><input type="checkbox" name="consent" value="yes" required>',
    `    ${escaped(texts?.consent ?? '')}</label>`,
    ...(texts?.measuring
      ? [
          '  <label><input type="checkbox" name="measuring" value="yes">',
          `    ${escaped(texts.measuring)}</label>`,
        ]
      : []),
    `  <button>${escaped(texts?.button || texts?.title || '')}</button>`,
    '</form>',
  ].join('\n')
}
