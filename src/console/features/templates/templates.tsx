/** Templates and saved blocks. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { useTexts } from '../../texts/language.tsx'
import { SavedBlockCards } from './saved-blocks.tsx'
import { TemplateCards } from './template-cards.tsx'

export function TemplatesPage() {
  const texts = useTexts('templates')
  const navigate = useNavigate()
  const mayChange = useRight('content')
  const [view, setView] = useState<'templates' | 'saved'>('templates')
  const open = (id: 'new' | 'source') => void navigate({ to: '/templates/$id', params: { id } })
  const add = mayChange && (
    <>
      <Button onClick={() => open('source')}>{texts.addSource}</Button>
      <Button look="primary" icon={<Icon name="plus" />} onClick={() => open('new')}>
        {texts.add}
      </Button>
    </>
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
