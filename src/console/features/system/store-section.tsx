/** The store: its version, the disk, its largest parts and their growth. */
import { useFigures } from '../../texts/figures.ts'
import type { ShownStore } from './calls.ts'
import { useSize, useSystemTexts } from './words.ts'

const DAY = 86_400_000
/** Farther ahead a date says nothing. */
const MOST_DAYS = 3650

export function StoreSection({ of }: { of: ShownStore }) {
  const texts = useSystemTexts()
  const size = useSize()
  const { date } = useFigures()
  const known = of.parts.flatMap(({ bytesPerDay }) => (bytesPerDay === null ? [] : [bytesPerDay]))
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
      {known.length === 0 && <p className="soft small">{texts.noGrowth}</p>}
      <ul className="system-parts">
        {of.parts.map(one => (
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
            <meter min={0} max={Math.max(1, of.parts[0]!.bytes)} value={one.bytes} aria-hidden />
            <span className="num">{size(one.bytes)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
