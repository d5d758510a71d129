/** The programs that call the web service: who calls, what fails, and what fell silent. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CopyText } from '../../parts/copy-text.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { type Program, usePrograms } from './calls.ts'
import { ProgramNeeds } from './program-needs.tsx'
import { ProgramPane } from './program-pane.tsx'
import { ProgramTable } from './program-table.tsx'
import { SERVICE_PATH, useSamples } from './samples.ts'
import { Unoffered } from './unoffered.tsx'
import { useProgramTexts } from './words.ts'
import '../../shared/sendings/sendings.css'
import './integrations.css'

export function IntegrationsPage() {
  const texts = useProgramTexts()
  const navigate = useNavigate()
  const { program: chosen } = useSearch({ from: '/integrations' })
  const board = usePrograms()
  const samples = useSamples()
  const choose = (program: number | undefined) =>
    void navigate({
      to: '/integrations',
      search: program === undefined ? {} : { program },
      replace: true,
    })
  if (!board.data)
    return <UnreadPage title={texts.title} error={board.error} onRetry={board.refetch} />
  const { items, unoffered } = board.data
  return (
    <>
      <PageHead title={texts.title} />
      <div className={`page integrations${chosen === undefined ? '' : ' with-pane'}`}>
        <div className="stack wide">
          <ProgramNeeds programs={items} onChoose={choose} />
          <p className="integration-address">
            <span className="soft small">{texts.about}</span>
            <CopyText
              value={new URL(SERVICE_PATH, location.origin).href}
              copy={texts.copy}
              copied={texts.copied}
            />
            <a className="small" href={samples.all}>
              {texts.operationsList}
            </a>
          </p>
          {items.length === 0 ? (
            <EmptyState title={texts.none} sentence={texts.noneHint} />
          ) : (
            <ProgramTable programs={items} chosen={chosen} onChoose={choose} />
          )}
          {unoffered.length > 0 && <Unoffered rows={unoffered} programs={items} />}
        </div>
        {chosen !== undefined && (
          <ProgramPane
            key={chosen}
            id={chosen}
            isKnown={items.some(({ id }: Program) => id === chosen)}
            onClose={() => choose(undefined)}
          />
        )}
      </div>
    </>
  )
}
