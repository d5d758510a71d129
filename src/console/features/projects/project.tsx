/** One project of single emails: its results by version and day, newsletters, rules. */
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useRight } from '../../api/session.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { LineChart } from '../../parts/charts/line-chart.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { SendTestDialog } from '../../shared/sendings/send-test.tsx'
import { useFigures } from '../../texts/figures.ts'
import { type ShownResults, useProject, useResults, useSteerProject } from './calls.ts'
import { lastDays, spanOf } from './days.ts'
import { MeasuredShare, Outcome } from './outcome.tsx'
import { ProjectFacts } from './project-facts.tsx'
import { SpanField } from './projects.tsx'
import { RetryDialog } from './retry-dialog.tsx'
import { useProjectTexts } from './words.ts'
import '../../parts/charts/charts.css'
import '../../shared/sendings/sendings.css'
import './projects.css'

type Project = NonNullable<ReturnType<typeof useProject>['data']>

export function ProjectPage() {
  const texts = useProjectTexts()
  const { id } = useParams({ from: '/emails/projects/$id' })
  const span = spanOf(useSearch({ from: '/emails/projects/$id' }).days)
  const navigate = useNavigate()
  const project = useProject(id)
  const results = useResults(id, span)
  const above = <Link to="/emails/projects">{texts.title}</Link>
  if (!project.data)
    return <UnreadPage title={id} above={above} error={project.error} onRetry={project.refetch} />
  const { name, active } = project.data
  return (
    <>
      <PageHead
        title={name}
        above={above}
        aside={
          <Badge look={active ? 'sending' : 'paused'} icon={active ? 'play' : 'pause'}>
            {active ? texts.running : texts.paused}
          </Badge>
        }
        actions={<Acts project={project.data} results={results.data} span={span} />}
      />
      <div className="page stack wide">
        <div className="toolbar">
          <SpanField
            value={span}
            onChange={days =>
              void navigate({ to: '/emails/projects/$id', params: { id }, search: { days } })
            }
          />
          <Link className="btn" to="/emails" search={{ project: project.data.id }}>
            <Icon name="search" />
            {texts.look}
          </Link>
        </div>
        {results.error && <Failure error={results.error} onRetry={() => void results.refetch()} />}
        {results.data ? (
          <>
            {!results.data.complete && <p className="note">{texts.counting}</p>}
            <Days results={results.data} span={span} />
            <Versions project={project.data} results={results.data} />
          </>
        ) : (
          !results.error && <LoadingRows onRetry={() => void results.refetch()} />
        )}
        <ProjectFacts project={project.data} newsletters={results.data?.newsletters ?? []} />
      </div>
    </>
  )
}

function Acts(props: { project: Project; results: ShownResults | undefined; span: number }) {
  const texts = useProjectTexts()
  const toast = useToast()
  const maySend = useRight('send')
  const { project, results, span } = props
  const projectId = String(project.id)
  const steer = useSteerProject(projectId)
  const [dialog, setDialog] = useState<'test' | 'retry'>()
  if (!maySend) return null
  const verb = project.active ? ('pause' as const) : ('resume' as const)
  const counts = results?.total
  const close = () => setDialog(undefined)
  return (
    <>
      {steer.error && <Failure error={steer.error} />}
      {project.newsletterId !== null && (
        <Button icon={<Icon name="send" />} onClick={() => setDialog('test')}>
          {texts.test}
        </Button>
      )}
      {counts && counts.failed + counts.uncertain > 0 && (
        <Button icon={<Icon name="undo" />} onClick={() => setDialog('retry')}>
          {texts.retry}
        </Button>
      )}
      <Button
        icon={<Icon name={verb === 'pause' ? 'pause' : 'play'} />}
        busy={steer.isPending}
        onClick={() =>
          steer.mutate(verb, {
            onSuccess: () => toast({ text: verb === 'pause' ? texts.pauseDone : texts.resumeDone }),
          })
        }
      >
        {texts[verb]}
      </Button>
      {dialog === 'test' && project.newsletterId !== null && (
        <SendTestDialog id={project.newsletterId} listId={null} onClose={close} />
      )}
      {dialog === 'retry' && counts && (
        <RetryDialog thing={{ projectId, days: span }} counts={counts} onClose={close} />
      )}
    </>
  )
}

function Days({ results, span }: { results: ShownResults; span: number }) {
  const texts = useProjectTexts()
  const { number, day } = useFigures()
  const byDay = new Map(results.days.map(one => [one.day, one]))
  const days = lastDays(span)
  const values = (of: 'emails' | 'delivered') => days.map(one => byDay.get(one)?.[of] ?? 0)
  return (
    <section className="sec" aria-labelledby="project-days">
      <div className="sech">
        <h2 id="project-days">{texts.curve}</h2>
        <p>{texts.curveHint}</p>
      </div>
      <LineChart
        label={texts.curve}
        momentLabel={texts.atDay}
        lines={[
          { name: texts.emails, look: 'clicked', values: values('emails') },
          { name: texts.outcomes.delivered, look: 'engaged', values: values('delivered') },
        ]}
        places={days.length}
        placeName={place => day(days[place] ?? '')}
        marks={[0, Math.floor((days.length - 1) / 2), days.length - 1]}
        markName={place => day(days[place] ?? '')}
        number={number}
      />
    </section>
  )
}

function Versions({ project, results }: { project: Project; results: ShownResults }) {
  const texts = useProjectTexts()
  const { number, rate, day } = useFigures()
  const weights = project.versions.reduce((sum, { weight }) => sum + weight, 0)
  const ofVersion = (name: string) => project.versions.find(one => one.name === name)
  const newsletterOf = (name: string) => ofVersion(name)?.newsletterId ?? project.newsletterId
  // Newsletters are listed the newest version first.
  const since = (name: string) =>
    results.newsletters.find(({ newsletterId }) => newsletterId === newsletterOf(name))?.since
  return (
    <section className="sec" aria-labelledby="project-versions">
      <div className="sech">
        <h2 id="project-versions">{texts.versions}</h2>
      </div>
      {results.versions.length === 0 ? (
        <p className="soft">{texts.noEmails}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>{texts.version}</th>
              <th className="num hide-s">{texts.emails}</th>
              <th>{texts.outcome}</th>
              <th className="num hide-s">{texts.opened}</th>
              <th className="num hide-s">{texts.clicked}</th>
            </tr>
          </thead>
          <tbody>
            {results.versions.map(one => (
              <tr key={one.version}>
                <td className="wrap">
                  <span className="name">
                    <bdi>{one.version === '' ? texts.own : one.version}</bdi>
                  </span>
                  <span className="sub">
                    {[
                      ofVersion(one.version) &&
                        texts.weight(rate(ofVersion(one.version)!.weight, weights)),
                      since(one.version) && texts.since(day(since(one.version)!)),
                    ]
                      .filter(Boolean)
                      .join(', ')}
                  </span>
                </td>
                <td className="num hide-s">{number(one.emails)}</td>
                <td>
                  <Outcome of={one} />
                </td>
                <td className="num hide-s">
                  <MeasuredShare part={one.opened} whole={one.opensMeasured} />
                </td>
                <td className="num hide-s">
                  <MeasuredShare part={one.clicked} whole={one.clicksMeasured} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
