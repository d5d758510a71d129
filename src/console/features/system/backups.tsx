/** Outcomes of the last backups, the time of the next, and the last restore on trial. */
import { Icon } from '../../parts/icons.tsx'
import { useFigures } from '../../texts/figures.ts'
import type { ShownBackups } from './calls.ts'
import { useSize, useSystemTexts } from './words.ts'

const SHOWN = 6

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
