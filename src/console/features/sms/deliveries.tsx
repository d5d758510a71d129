/** The deliveries of an SMS: state, reason, attempts and receipts of each number. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSeesPeople } from '../../api/session.ts'
import { PagedTable } from '../../parts/paged-table.tsx'
import { useFigures } from '../../texts/figures.ts'
import { type OutcomeChoice, type SmsAnswer, useSmsDeliveries } from './calls.ts'
import { SmsBadge } from './states.tsx'
import { useSmsTexts } from './words.ts'

/** Their reply is no reason for anything. */
const WENT: ReadonlySet<string> = new Set(['accepted', 'delivered'])

export function SmsDeliveries({ sms }: { sms: SmsAnswer }) {
  const texts = useSmsTexts()
  const { number, moment } = useFigures()
  const seesPeople = useSeesPeople()
  const [state, setState] = useState<OutcomeChoice>()
  const deliveries = useSmsDeliveries(sms.id, state)
  const states = Object.entries(sms.counts) as [OutcomeChoice, number][]
  return (
    <section>
      <div className="section-head">
        <h2>{texts.outcome}</h2>
        {states.length > 1 && (
          <span className="segments">
            <button
              type="button"
              aria-pressed={state === undefined}
              onClick={() => setState(undefined)}
            >
              {texts.allStates}
            </button>
            {states.map(([one, count]) => (
              <button
                type="button"
                key={one}
                aria-pressed={state === one}
                onClick={() => setState(one)}
              >
                {texts.outcomes[one] ?? one} {number(count)}
              </button>
            ))}
          </span>
        )}
      </div>
      <PagedTable
        query={deliveries}
        empty={{ title: texts.outcome, sentence: texts.nobodyGets }}
        more={texts.more}
        head={
          <>
            <th>{texts.number}</th>
            <th>{texts.state}</th>
            <th className="hide-s">{texts.reason}</th>
            <th className="hide-s">{texts.changed}</th>
          </>
        }
        row={one => (
          <tr key={one.subscriberId ?? 0}>
            <td className="wrap">
              {one.number === null && <i className="soft">{texts.erased}</i>}
              {one.number !== null && !seesPeople && one.number}
              {one.number !== null && seesPeople && (
                <Link className="strong nowrap" to="/sms" search={{ number: one.number }}>
                  {one.number}
                </Link>
              )}
              {one.subscriberId !== null && one.email !== null && (
                <Link
                  className="sub"
                  to="/subscribers/$id"
                  params={{ id: String(one.subscriberId) }}
                >
                  <bdi>{one.email}</bdi>
                </Link>
              )}
            </td>
            <td>
              <SmsBadge state={one.state} />
            </td>
            <td className="wrap hide-s">
              {!WENT.has(one.state) && (
                <bdi>{one.reply ?? texts.reasons[one.reason ?? ''] ?? one.reason}</bdi>
              )}
              <span className="sub">
                {one.attempts > 0 && texts.attempted(one.attempts)}
                {one.givenBack && `, ${texts.back}`}
              </span>
              {one.parts.map(({ part, receipt }) => (
                <span key={part} className="sub">
                  {texts.part(
                    part,
                    receipt === null ? texts.noReceipt : (texts.outcomes[receipt] ?? receipt),
                  )}
                </span>
              ))}
            </td>
            <td className="nowrap hide-s">{one.changed === null ? '' : moment(one.changed)}</td>
          </tr>
        )}
      />
    </section>
  )
}
