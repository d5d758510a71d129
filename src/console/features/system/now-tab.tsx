/** The present state: processes, queues, the load of a day, the store, backups. */
import { Badge } from '../../parts/badge.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useFigures } from '../../texts/figures.ts'
import {
  type ShownBackups,
  type ShownStatus,
  type ShownStore,
  useBackups,
  useLoad,
  useStatus,
  useStore,
} from './calls.ts'
import { LoadLines } from './load-lines.tsx'
import { Queues } from './queues.tsx'
import { Backups, StoreSection } from './store-section.tsx'
import { useSize, useSystemTexts } from './words.ts'

export function NowTab() {
  const [status, store, backups, load] = [useStatus(), useStore(), useBackups(), useLoad()]
  const all = [status, store, backups, load]
  const again = () => {
    for (const one of all) void one.refetch()
  }
  if (!status.data || !store.data || !backups.data || !load.data) {
    const error = all.find(one => one.error)?.error
    return error ? <Failure error={error} onRetry={again} /> : <LoadingRows onRetry={again} />
  }
  return (
    <div className="stack wide">
      <Needs status={status.data} store={store.data} backups={backups.data} />
      <div className="system-now">
        <div className="stack wide">
          <Processes of={status.data.processes} />
          <Queues of={status.data} />
          <Backups of={backups.data} />
        </div>
        <StoreSection of={store.data} />
      </div>
      <LoadLines samples={load.data} />
    </div>
  )
}

const DAY = 86_400_000
/** As `backup` of the checks: after so many days without one. */
const BACKUP_DAYS = 2
const FULL_BYTES = 2e9

function Needs(props: { status: ShownStatus; store: ShownStore; backups: ShownBackups }) {
  const texts = useSystemTexts()
  const size = useSize()
  const { moment } = useFigures()
  const { processes } = props.status
  const living = processes.filter(({ alive }) => alive)
  const versions = [...new Set(living.map(({ version }) => version))]
  const made = props.backups.items.filter(({ kind }) => kind === 'made')
  const [last] = made
  const lastGood = made.find(({ trouble }) => trouble === null)
  const needs = [
    ...(living.some(({ roles }) => roles !== 'web') ? [] : [texts.nobodyWorks]),
    ...processes.filter(({ alive }) => !alive).map(({ host }) => texts.silent(host)),
    ...(versions.length > 1 ? [texts.versions(versions.join(', '))] : []),
    ...(last?.trouble ? [texts.backupFailed(last.trouble)] : []),
    ...(last ? [] : [texts.backupNone]),
    ...(lastGood && Date.now() - Date.parse(lastGood.ended) > BACKUP_DAYS * DAY
      ? [texts.backupOld(moment(lastGood.ended))]
      : []),
    ...(props.store.disk && props.store.disk.free < FULL_BYTES
      ? [texts.diskFull(size(props.store.disk.free))]
      : []),
  ]
  if (needs.length === 0) return null
  return (
    <section aria-labelledby="needs">
      <h2 id="needs" className="sr">
        {texts.needs}
      </h2>
      <ul className="system-needs">
        {[...new Set(needs)].map(need => (
          <li key={need} className="note warn wrap">
            {need}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Processes({ of }: { of: ShownStatus['processes'] }) {
  const texts = useSystemTexts()
  const size = useSize()
  const { span, share } = useFigures()
  const since = (at: string) => span(Math.max(0, (Date.now() - Date.parse(at)) / 1000))
  return (
    <section aria-labelledby="processes">
      <div className="sech">
        <h2 id="processes">{texts.processes}</h2>
        <p>{texts.processesHint}</p>
      </div>
      <table className="flush">
        <thead>
          <tr>
            <th>{texts.host}</th>
            <th>{texts.version}</th>
            <th className="num hide-s">{texts.up}</th>
            <th className="num hide-s">{texts.processor}</th>
            <th className="num hide-s">{texts.memory}</th>
            <th className="num">{texts.lastHeartbeat}</th>
          </tr>
        </thead>
        <tbody>
          {of.map(one => (
            <tr key={`${one.host} ${one.startedAt}`}>
              <td className="wrap">
                <bdi>{one.host}</bdi>
                <span className="sub">{texts.roles[one.roles] ?? one.roles}</span>
              </td>
              <td>{one.version}</td>
              <td className="num hide-s">{since(one.startedAt)}</td>
              <td className="num hide-s">{one.alive ? share(one.processor) : '–'}</td>
              <td className="num hide-s">{one.alive ? size(one.memoryBytes) : '–'}</td>
              <td className="num">
                <Badge look={one.alive ? 'sent' : 'failed'} icon={one.alive ? 'check' : 'alert'}>
                  {one.alive ? texts.alive : texts.gone}
                </Badge>
                <span className="sub">{texts.ago(since(one.seenAt))}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
