/** The store: its version, the disk, its largest parts and their growth; its backups. */
import { Icon } from '../../parts/icons.tsx'
import { useFigures } from '../../texts/figures.ts'
import type { ShownBackups, ShownStore } from './calls.ts'
import { useSize, useSystemTexts } from './words.ts'

const DAY = 86_400_000
/** Farther ahead a date says nothing. */
const MOST_DAYS = 3650

export function StoreSection({ of }: { of: ShownStore }) {
  const texts = useSystemTexts()
  const size = useSize()
  const { date } = useFigures()
  const parts = of.parts ?? []
  const known = parts.flatMap(({ bytesPerDay }) => (bytesPerDay === null ? [] : [bytesPerDay]))
  const perDay = known.reduce((sum, bytes) => sum + bytes, 0)
  const days = of.disk && perDay > 0 ? of.disk.free / perDay : undefined
  const { version, kind, schema, bytes, disk } = of
  return (
    <section aria-labelledby="store">
      <div className="sech">
        <h2 id="store">{texts.store}</h2>
        <p>
          {kind === 'embedded' ? texts.embedded(version) : texts.external(version)},{' '}
          {texts.schema(schema)}
        </p>
      </div>
      <p>
        <b className="system-size">{size(bytes)}</b>{' '}
        {disk && <span className="soft">{texts.ofDisk(size(disk.free), size(disk.size))}</span>}
        {days !== undefined && days < MOST_DAYS && (
          <span className="sub">
            {texts.fullOn(date(new Date(Date.now() + days * DAY).toISOString()))}
          </span>
        )}
      </p>
      <h3 className="small">{texts.room}</h3>
      {known.length === 0 && (
        <p className="soft small">{of.parts === null ? texts.notInTime : texts.noGrowth}</p>
      )}
      <ul className="system-parts">
        {parts.map(one => (
          <li key={one.part}>
            <span>
              {texts.parts[one.part]}
              {one.bytesPerDay !== null && Math.abs(one.bytesPerDay) >= 1000 && (
                <small>
                  {one.bytesPerDay > 0 ? '+' : '−'}
                  {texts.perDay(size(Math.abs(one.bytesPerDay)))}
                </small>
              )}
            </span>
            <meter min={0} max={Math.max(1, parts[0]!.bytes)} value={one.bytes} aria-hidden />
            <span className="num">{size(one.bytes)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const SHOWN = 6

/** Outcomes of the last backups, the time of the next, and the last restore on trial. */
export function Backups({ of }: { of: ShownBackups }) {
  const texts = useSystemTexts()
  const size = useSize()
  const { moment } = useFigures()
  const last = of.items.slice(0, SHOWN)
  const tested = of.items.find(({ kind }) => kind === 'tested')
  const shown = tested && !last.includes(tested) ? [...last, tested] : last
  return (
    <section aria-labelledby="backups">
      <div className="sech">
        <h2 id="backups">{texts.backups}</h2>
        {of.expected !== null && <p>{texts.nextBackup(moment(of.expected))}</p>}
      </div>
      {shown.length === 0 && <p className="soft small">{texts.noBackup}</p>}
      <ul className="system-backups">
        {shown.map(({ kind, ended, bytes, trouble }) => (
          <li key={`${kind} ${ended}`}>
            <Icon name={trouble === null ? 'check' : 'wrong'} />
            <span>
              {moment(ended)} <small>{texts.kinds[kind]}</small>
              {trouble !== null && <span className="sub wrap">{trouble}</span>}
            </span>
            <span className="num soft">
              {trouble !== null ? texts.failed : bytes === null ? texts.well : size(bytes)}
            </span>
          </li>
        ))}
      </ul>
      {shown.length > 0 && !tested && <p className="soft small">{texts.neverTested}</p>}
    </section>
  )
}
