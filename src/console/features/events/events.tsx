/** Events of shops and other programs, and the sources that shops post to. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { useEventTexts } from '../../shared/event-sources/words.ts'
import { AddSourceDialog } from './add-source.tsx'
import { EventsView } from './events-view.tsx'
import { SourcesView } from './sources-view.tsx'
import { EVENT_TABS } from './tabs.ts'
import '../../shared/event-sources/events.css'

export function EventsPage() {
  const texts = useEventTexts()
  const navigate = useNavigate()
  const owns = useRight('own')
  const asked = useSearch({ from: '/events' }).tab
  const tab = owns ? (asked ?? 'events') : 'events'
  const [adding, setAdding] = useState(false)
  const add = (
    <Button look="primary" icon={<Icon name="plus" />} onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  )
  return (
    <>
      <PageHead title={texts.title} actions={owns && tab === 'sources' && add} />
      {owns && (
        <PageTabs
          label={texts.title}
          value={tab}
          choices={EVENT_TABS.map(value => ({ value, label: texts.tabs[value] }))}
          onChange={value =>
            void navigate({ to: '/events', search: value === 'events' ? {} : { tab: value } })
          }
        />
      )}
      <div className="page stack wide">
        {tab === 'sources' ? <SourcesView /> : <EventsView add={owns && add} />}
      </div>
      {adding && (
        <AddSourceDialog
          onClose={() => setAdding(false)}
          onShown={name => void navigate({ to: '/events/source', search: { name } })}
        />
      )}
    </>
  )
}
