/** One template: of blocks, or its source with errors marked at their line, slots and versions. */
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { TemplateAnswer } from '../../../actions/templates/templates.ts'
import { ApiFailure } from '../../api/client.ts'
import { useRight } from '../../api/session.ts'
import { useAddTemplate, useChangeTemplate, useTemplate } from '../../api/templates.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { LazyCodeEditor } from '../../parts/lazy-code-editor.tsx'
import { useSaid } from '../../parts/said.ts'
import { YesNo } from '../../parts/small-fields.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { TemplatePicture } from '../../shared/designs/design-pictures.tsx'
import { useTexts } from '../../texts/language.tsx'
import { TemplateVersions } from './template-versions.tsx'

/** As large as the composer of newsletters: loaded when one is opened. */
const TemplateComposer = lazy(async () => ({
  default: (await import('./template-composer.tsx')).TemplateComposer,
}))

const FIRST = `<!doctype html>
<html>
<body>
  <h1 data-slot="title">{{ name | default: "" }}</h1>
  <div data-slot="body"><p></p></div>
  <p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>
</body>
</html>
`

const KINDS = [
  { value: 'html', label: 'HTML' },
  { value: 'mjml', label: 'MJML' },
] as const

/** Of blocks, and of source. */
const NEW = ['new', 'source']

export function TemplatePage() {
  const texts = useTexts('templates')
  const { id } = useParams({ from: '/templates/$id' })
  const known = NEW.includes(id) ? undefined : Number(id)
  const { data, error, refetch } = useTemplate(known)
  if (known !== undefined && !data)
    return (
      <UnreadPage
        title={texts.title}
        above={<Link to="/templates">{texts.title}</Link>}
        error={error}
        onRetry={refetch}
      />
    )
  return id === 'new' || data?.kind === 'blocks' ? (
    <Suspense fallback={<LoadingRows onRetry={() => void refetch()} />}>
      <TemplateComposer key={id} template={data} />
    </Suspense>
  ) : (
    <TemplateEditor key={id} template={data} />
  )
}

function writtenIn({ source }: TemplateAnswer): string {
  if (source.kind === 'blocks') return ''
  return source.kind === 'html' ? source.html : source.mjml
}

function TemplateEditor({ template }: { template: TemplateAnswer | undefined }) {
  const texts = useTexts('templates')
  const navigate = useNavigate()
  const toast = useToast()
  const mayChange = useRight('content')
  const [name, setName] = useState(template?.name ?? '')
  const [description, setDescription] = useState(template?.description ?? '')
  const [kind, setKind] = useState<'html' | 'mjml'>(template?.kind === 'mjml' ? 'mjml' : 'html')
  const [source, setSource] = useState(template ? writtenIn(template) : FIRST)
  const said = useSaid()
  const [active, setActive] = useState(template?.active ?? true)
  const [add, edit] = [useAddTemplate(), useChangeTemplate()]
  const save = template ? edit : add
  const { error } = save
  const at = error instanceof ApiFailure ? error.at : undefined
  const saved = (answer: TemplateAnswer) => {
    setSource(writtenIn(answer))
    toast({ text: texts.savedTemplate })
    if (!template) void navigate({ to: '/templates/$id', params: { id: String(answer.id) } })
  }
  const submit = () => {
    if (save.isPending) return
    const written = kind === 'html' ? { kind, html: source } : { kind, mjml: source }
    const body = { name, description, source: written }
    if (template) edit.mutate({ id: template.id, ...body, active }, { onSuccess: saved })
    else add.mutate(body, { onSuccess: saved })
  }
  return (
    <>
      <PageHead
        title={template?.name ?? texts.newTitle}
        above={<Link to="/templates">{texts.title}</Link>}
        actions={
          mayChange && (
            <Button look="primary" busy={save.isPending} onClick={submit}>
              {texts.save}
            </Button>
          )
        }
      />
      <div className="page mapping">
        <div className="stack wide">
          {error && <Failure error={error} />}
          <div className="two">
            <TextField label={texts.name} value={name} onChange={setName} maxLength={200} />
            <SelectField
              label={texts.kind}
              value={kind}
              choices={KINDS}
              onChange={value => setKind(value)}
            />
          </div>
          <TextField
            label={texts.description}
            value={description}
            onChange={setDescription}
            maxLength={500}
            optional
          />
          <LazyCodeEditor
            label={texts.source}
            value={source}
            readOnly={!mayChange}
            problem={at && { line: at.line, column: at.column, message: said(error) }}
            onChange={setSource}
          />
          {at && <p className="soft small">{texts.atLine(at.line, at.column)}</p>}
        </div>
        <aside className="card stack">
          {template && <TemplatePicture template={template} />}
          {template && <YesNo label={texts.active} value={active} onChange={setActive} />}
          <h2>{texts.slots}</h2>
          {(template?.slots.length ?? 0) === 0 && <p className="soft small">{texts.noSlots}</p>}
          <ul>
            {template?.slots.map(slot => (
              <li key={slot.name} className="wrap">
                <code>{slot.name}</code>
              </li>
            ))}
          </ul>
          {template && <TemplateVersions template={template} onRestored={saved} />}
        </aside>
      </div>
    </>
  )
}
