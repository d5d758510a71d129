/** Templates and saved blocks. */
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRight } from '../../api/session.ts'
import { useTemplates } from '../../api/templates.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { EmptyState, Failure, LoadingRows } from '../../parts/states.tsx'
import { TemplatePicture } from '../../shared/designs/design-pictures.tsx'
import { templatesTexts } from '../../shared/designs/texts.ts'
import { useFormats, useTextsOf } from '../../texts/language.tsx'
import { SavedBlockCards } from './saved-blocks.tsx'

export function TemplatesPage() {
  const texts = useTextsOf(templatesTexts)
  const navigate = useNavigate()
  const mayChange = useRight('content')
  const [view, setView] = useState<'templates' | 'saved'>('templates')
  const add = mayChange && (
    <Button
      look="primary"
      icon={<Icon name="plus" />}
      onClick={() => void navigate({ to: '/templates/$id', params: { id: 'new' } })}
    >
      {texts.add}
    </Button>
  )
  return (
    <>
      <PageHead title={texts.title} actions={add} />
      <PageTabs
        label={texts.views}
        value={view}
        choices={(['templates', 'saved'] as const).map(value => ({ value, label: texts[value] }))}
        onChange={value => setView(value as 'templates' | 'saved')}
      />
      <div className="page">
        {view === 'templates' ? <TemplateCards add={add} /> : <SavedBlockCards />}
      </div>
    </>
  )
}

function TemplateCards({ add }: { add: React.ReactNode }) {
  const texts = useTextsOf(templatesTexts)
  const formats = useFormats()
  const { data, error, isPending, refetch } = useTemplates()
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (isPending) return <LoadingRows onRetry={() => void refetch()} />
  if (data.length === 0)
    return (
      <EmptyState title={texts.none} sentence={texts.noneHint}>
        {add}
      </EmptyState>
    )
  return (
    <ul className="email-cards">
      {data.map(template => (
        <li key={template.id} className="email-card">
          <TemplatePicture template={template} />
          <span className="strong two-lines">
            <Link to="/templates/$id" params={{ id: String(template.id) }}>
              <bdi>{template.name}</bdi>
            </Link>
            {!template.active && <span className="tag">{texts.inactive}</span>}
          </span>
          {template.description !== '' && (
            <span className="sub two-lines">
              <bdi>{template.description}</bdi>
            </span>
          )}
          <span className="sub">
            {texts.versionOf(template.version, formats.time(template.modified))}
          </span>
        </li>
      ))}
    </ul>
  )
}
