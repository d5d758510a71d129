/** All sendings, the newest first: where each stands. */
import { Link } from '@tanstack/react-router'
import type { SendingRowAnswer } from '../../../actions/sendings/sendings.ts'
import { useSendings } from '../../api/sendings.ts'
import { OutcomeBar, type OutcomeLook } from '../../parts/charts/outcome-bar.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { useReasonWords } from '../../parts/said.ts'
import { StateBadge } from '../../shared/sendings/sending-head.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

import '../../parts/charts/charts.css'
import '../../shared/sendings/sendings.css'

export function SendingsPage() {
  const texts = useTexts('sendings')
  const { number, moment } = useFigures()
  const sendings = useSendings()
  const reasonWords = useReasonWords()
  return (
    <>
      <PageHead title={texts.sendings} />
      <div className="page">
        <PagedTable
          query={sendings}
          head={
            <>
              <th>{texts.newsletter}</th>
              <th className="hide-s">{texts.when}</th>
              <th>{texts.state}</th>
              <th className="hide-s">{texts.outcome}</th>
              <th className="num">{texts.people}</th>
            </>
          }
          row={({ id, name, listName, dueAt, state, planned, reason, why, outcome }) => (
            <tr key={id}>
              <td className="wrap">
                <Link
                  className="name two-lines"
                  to={state === 'finished' ? '/sendings/$id/report' : '/sendings/$id'}
                  params={{ id: String(id) }}
                >
                  <bdi>{name}</bdi>
                </Link>
                <span className="sub">
                  <bdi className="two-lines">{texts.to(listName)}</bdi>
                </span>
                <span className="only-s">
                  {state === 'finished' && outcome && <Outcome outcome={outcome} />}
                </span>
              </td>
              <td className="hide-s nowrap">{moment(dueAt)}</td>
              <td>
                <StateBadge state={state} />
                {reason !== null && (
                  <span className="sub wrap">{reasonWords({ reason, why })}</span>
                )}
              </td>
              <td className="hide-s">
                {state === 'finished' && outcome && <Outcome outcome={outcome} />}
              </td>
              <td className="num">{number(planned)}</td>
            </tr>
          )}
          empty={{ title: texts.none, sentence: texts.noneHint }}
          more={texts.more}
        />
      </div>
    </>
  )
}

/** Of all its emails: clicked, only opened, bounced, and the rest. */
function Outcome({ outcome }: { outcome: NonNullable<SendingRowAnswer['outcome']> }) {
  const texts = useTexts('sendings')
  const { number } = useFigures()
  const { emails, opened, clicked, bounced, measured } = outcome
  const base = Math.min(measured.opens, measured.clicks)
  const engaged = Math.max(0, (opened ?? 0) - (clicked ?? 0))
  const part = (look: OutcomeLook, label: string, count: number) => ({ look, label, count })
  const said = [
    ...(opened === null ? [] : [`${texts.opened} ${number(opened)}`]),
    ...(clicked === null ? [] : [`${texts.clicked} ${number(clicked)}`]),
    `${texts.outcomes.bounced} ${number(bounced)}`,
    ...(base < emails ? [texts.measuredOf(number(base), number(emails))] : []),
  ].join(', ')
  return (
    <span title={said}>
      <OutcomeBar
        label={said}
        whole={emails}
        parts={[
          part('clicked', texts.clicked, clicked ?? 0),
          part('engaged', texts.opened, engaged),
          part('delivered', texts.outcomes.delivered, emails - (clicked ?? 0) - engaged - bounced),
          part('bounced', texts.outcomes.bounced, bounced),
        ]}
      />
    </span>
  )
}
