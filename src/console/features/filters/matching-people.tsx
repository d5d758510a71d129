/** How many match, and ten of them. */
import { Link } from '@tanstack/react-router'
import type { FilterMatches } from '../../../actions/filters/filters.ts'
import { exportOf } from '../../api/people.ts'
import { useRight } from '../../api/session.ts'
import { Icon } from '../../parts/icons.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useFormats, useTexts } from '../../texts/language.tsx'

export function MatchingCount(props: {
  matches: FilterMatches
  /** The saved filter that says the same. */
  filterId: number | undefined
  /** They are of former words: the words as they are now are being counted. */
  busy: boolean
}) {
  const { matches, filterId, busy } = props
  const mayExport = useRight('people')
  const texts = useTexts('filters')
  const { number } = useFormats()
  const { rate } = useFigures()
  return (
    <div className="stack" role="status" aria-busy={busy}>
      <p className="big-number">
        <b>{number(matches.matching)}</b>
        <span className="soft small">
          {texts.matching(number(matches.matching), number(matches.of))}
          {matches.of > 0 && `, ${rate(matches.matching, matches.of)}`}
        </span>
      </p>
      {matches.unmeasured > 0 && (
        <p className="faint small">{texts.unmeasured(number(matches.unmeasured))}</p>
      )}
      {filterId !== undefined && (
        <div className="row">
          <Link className="btn" to="/subscribers" search={{ filter: filterId }}>
            {texts.show}
          </Link>
          {mayExport && (
            <a className="btn" href={exportOf({ filter: filterId })} download>
              <Icon name="download" />
              {texts.export}
            </a>
          )}
        </div>
      )}
    </div>
  )
}

export function Samples({ matches }: { matches: FilterMatches }) {
  const texts = useTexts('filters')
  if (matches.samples.length === 0) return null
  return (
    <>
      <h2>{texts.samples}</h2>
      <ul className="plain samples">
        {matches.samples.map(({ id, email, name }) => (
          <li key={id}>
            <Link to="/subscribers/$id" params={{ id: String(id) }} className="cell">
              <bdi>{name || email}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
