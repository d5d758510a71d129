/** Senders that use the domains, and their DMARC results, by the reports of receivers. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { call } from '../../api/client.ts'
import { PageHead } from '../../parts/frame.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { ArrivalTabs } from '../../shared/arrival/arrival-tabs.tsx'
import { useTexts } from '../../texts/language.tsx'
import { REPORT_PERIODS } from './periods.ts'
import { ReportsOfDomain } from './reports-of-domain.tsx'
import { useDomainTexts } from './words.ts'
import '../../parts/charts/charts.css'
import '../../shared/sendings/sendings.css'
import './domains.css'

export function DomainReportsPage() {
  const { title } = useTexts('deliverability')
  const texts = useDomainTexts()
  const { days = 30 } = useSearch({ from: '/domain-reports' })
  const navigate = useNavigate()
  const reports = useQuery({
    queryKey: ['receiver-reports', days],
    queryFn: async () => await call('GET /installation/receiver-reports', { query: { days } }),
  })
  if (!reports.data)
    return <UnreadPage title={title} error={reports.error} onRetry={() => void reports.refetch()} />
  const { domains, unreadable } = reports.data
  return (
    <>
      <PageHead
        title={title}
        actions={
          <Tabs
            label={texts.period}
            value={`${days}`}
            choices={REPORT_PERIODS.map(of => ({ value: `${of}`, label: texts.days(of) }))}
            onChange={of => {
              const chosen = REPORT_PERIODS.find(one => `${one}` === of)
              void navigate({ to: '/domain-reports', search: { days: chosen } })
            }}
          />
        }
      />
      <ArrivalTabs current="reports" />
      <div className="page stack wide">
        {domains.length === 0 && (
          <EmptyState title={texts.noReports} sentence={texts.noReportsHint} />
        )}
        {domains.map(one => (
          <ReportsOfDomain key={one.domain} of={one} />
        ))}
        {unreadable.length > 0 && (
          <section className="sec" aria-labelledby="unreadable">
            <h2 id="unreadable">{texts.unreadable(unreadable.length)}</h2>
            <ul className="plain">
              {unreadable.slice(-SHOWN).map(({ reporter, receivedAt, trouble }) => (
                <li key={`${receivedAt} ${reporter}`} className="wrap">
                  <bdi>{reporter}</bdi> <span className="soft">{trouble}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  )
}

const SHOWN = 10
