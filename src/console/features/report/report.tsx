/** The report of a sending: opens, clicks, bounces, departures. It can be printed. */
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { SendingReport } from '../../../actions/sendings/sending-report.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { PublishedPlaces } from '../../shared/published/places.tsx'
import { PeopleRemovedNote } from '../../shared/sendings/people-removed-note.tsx'
import { SendingHead } from '../../shared/sendings/sending-head.tsx'
import type { SendingStateName } from '../../shared/sendings/texts.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import {
  useLanguagesOfReport,
  useLinks,
  useProviders,
  useReport,
  useReports,
  useSentEmail,
} from './calls.ts'
import { ClickMap } from './click-map.tsx'
import { Comparison, SplitResult } from './comparison.tsx'
import { ReportFigures } from './figures.tsx'
import { FirstHours } from './hours.tsx'
import { LanguageTable } from './languages.tsx'
import { LinksTable } from './links.tsx'
import { MeasuredNote } from './measured-note.tsx'
import { byMachines, type Counting, ratesOf } from './numbers.ts'
import { ProviderTable } from './providers.tsx'
import { Devices, ReasonsToLeave } from './readers.tsx'
import { saveReport } from './report-csv.ts'
import { ShareDialog } from './share-dialog.tsx'
import '../../parts/charts/charts.css'
import '../../shared/sendings/sendings.css'
import '../../shared/sendings/report.css'
import '../../shared/sendings/print.css'

export function ReportPage() {
  const texts = useTexts('report')
  const { id } = useParams({ from: '/sendings/$id/report' })
  const { data, error, refetch } = useReport(Number(id))
  const again = () => void refetch()
  if (data) return <Report key={id} report={data} />
  return (
    <>
      <PageHead title={texts.report} above={<Link to="/sendings">{texts.sendings}</Link>} />
      <div className="page">
        {error ? <Failure error={error} onRetry={again} /> : <LoadingRows onRetry={again} />}
      </div>
    </>
  )
}

function Report({ report }: { report: SendingReport }) {
  const texts = useTexts('report')
  const navigate = useNavigate()
  const maySend = useRight('send')
  const { sending } = report
  const { id } = sending
  const search = useSearch({ from: '/sendings/$id/report' })
  const counting = search.count ?? 'people'
  const compared = search.with ?? []
  const change = (next: { count?: Counting; with?: number[] }) => {
    const { count, with: ids } = { ...search, ...next }
    void navigate({
      to: '/sendings/$id/report',
      params: { id: String(id) },
      search: {
        ...(count === 'all' && { count }),
        ...(ids && ids.length > 0 && { with: ids }),
      },
      replace: true,
    })
  }
  const earlier = useReports(report.earlier === null ? [] : [report.earlier]).data?.[0]
  const [lit, setLit] = useState<number>()
  const links = useLinks(id).data?.links ?? []
  const providers = useProviders(id).data?.providers ?? []
  const languages = useLanguagesOfReport(id).data?.languages ?? []
  const [sharing, setSharing] = useState(false)
  const email = useSentEmail(id).data
  return (
    <>
      <SendingHead
        id={id}
        name={sending.name}
        state={sending.state as SendingStateName}
        actions={
          <>
            <Tabs
              label={texts.count}
              value={counting}
              choices={[
                { value: 'people', label: texts.peopleOnly },
                { value: 'all', label: texts.allHits },
              ]}
              onChange={count => change({ count })}
            />
            {maySend && sending.tracked === 'personal' && sending.peopleRemoved === null && (
              <Link
                className="btn"
                to="/newsletters/$id/send"
                params={{ id: String(sending.newsletterId) }}
                search={{ lists: [sending.listId], resend: id, without: 'opened' }}
              >
                {texts.resend}
              </Link>
            )}
            {maySend && sending.began !== null && (
              <Button onClick={() => setSharing(true)}>{texts.share}</Button>
            )}
            <Button
              icon={<Icon name="download" />}
              onClick={() => saveReport(report, links, providers, languages, texts)}
            >
              {texts.export}
            </Button>
            <Button icon={<Icon name="download" />} onClick={() => window.print()}>
              {texts.print}
            </Button>
          </>
        }
      />
      {sharing && <ShareDialog sendingId={id} onClose={() => setSharing(false)} />}
      <div className="page rep">
        <Printed report={report} />
        <PeopleRemovedNote of={sending.peopleRemoved} />
        <PublishedPlaces newsletterId={sending.newsletterId} sendingId={id} />
        <ReportFigures report={report} earlier={earlier} counting={counting} />
        <MeasuredNote report={report} />
        <Machines report={report} counting={counting} />
        <div className="rgrid">
          <div>
            <FirstHours report={report} earlier={earlier} counting={counting} />
            <SplitResult sendingId={id} />
            <LinksTable links={links} counting={counting} lit={lit} onLit={setLit} />
            <LanguageTable sendingId={id} />
            <ProviderTable sendingId={id} />
            <Comparison
              report={report}
              compared={compared}
              counting={counting}
              onCompared={ids => change({ with: ids })}
            />
          </div>
          <div>
            {email?.html ? (
              <ClickMap
                html={email.html}
                links={links}
                counting={counting}
                lit={lit}
                onLit={setLit}
              />
            ) : (
              email && <pre className="emailtext">{email.text}</pre>
            )}
            <Devices sendingId={id} />
            <ReasonsToLeave sendingId={id} />
          </div>
        </div>
      </div>
    </>
  )
}

/** The footer of a printed page: its source. */
function Printed({ report: { sending } }: { report: SendingReport }) {
  const texts = useTexts('report')
  const { moment, number } = useFigures()
  return (
    <p className="printed">
      {texts.printed(
        sending.name,
        sending.listName,
        sending.began === null ? '–' : moment(sending.began),
        moment(new Date().toISOString()),
        number(sending.id),
      )}
    </p>
  )
}

function Machines({ report, counting }: { report: SendingReport; counting: Counting }) {
  const texts = useTexts('report')
  const { number, share } = useFigures()
  const { opens, clicks } = report.figures
  const [opened, clicked] = [byMachines(opens), byMachines(clicks)]
  if (opened + clicked === 0) return null
  const all = ratesOf(report, 'all')
  const said = counting === 'all' ? texts.machinesIn : texts.machinesOut
  return (
    <p className="note botnote">
      <Icon name="bot" />
      <span>
        {said(number(opened), number(clicked))}{' '}
        {counting === 'people' &&
          all.opened <= 1 &&
          all.clicked <= 1 &&
          texts.withThem(share(all.opened), share(all.clicked))}
      </span>
    </p>
  )
}
