/** The last sendings, each rate beside the average of its list. */
import { Link } from '@tanstack/react-router'
import type { HomeAnswer } from '../../../actions/home/home.ts'
import { TickBar } from '../../parts/charts/outcome-bar.tsx'
import { reachShare, useReachRate } from '../../shared/sendings/measured.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

type LastSending = HomeAnswer['last'][number]

/** The bar ends at so many times the greater of rate and average. */
const ROOM = 1.3

export function LastSendings({ last }: { last: readonly LastSending[] }) {
  const texts = useTexts('home')
  const { moment } = useFigures()
  return (
    <section className="sec" aria-labelledby="last">
      <div className="sech">
        <h2 id="last">{texts.last}</h2>
        {last.length > 0 && <p>{texts.lastHint}</p>}
        <span className="push">
          <Link className="small" to="/sendings">
            {texts.reports}
          </Link>
        </span>
      </div>
      {last.length === 0 && <p className="soft small">{texts.noneSent}</p>}
      {last.length > 0 && (
        <table className="flush lastt">
          <thead>
            <tr>
              <th>{texts.newsletter}</th>
              <th className="num">{texts.opened}</th>
              <th className="num">{texts.clicked}</th>
              <th className="num hide-s">{texts.value}</th>
            </tr>
          </thead>
          <tbody>
            {last.map(one => (
              <tr key={one.id}>
                <td className="wrap">
                  <Link
                    className="name two-lines"
                    to="/sendings/$id/report"
                    params={{ id: String(one.id) }}
                  >
                    <bdi>{one.name}</bdi>
                  </Link>
                  <span className="sub two-lines">
                    {moment(one.began)} · <bdi>{one.listName}</bdi>
                  </span>
                </td>
                <Rate of={one} kind="opened" />
                <Rate of={one} kind="clicked" />
                <td className="num hide-s">
                  {one.values.map(({ currency, value }) => `${value} ${currency}`).join(', ') ||
                    '–'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Rate({ of, kind }: { of: LastSending; kind: 'opened' | 'clicked' }) {
  const texts = useTexts('home')
  const reachRate = useReachRate()
  if (of[kind] === null) return <td className="num">–</td>
  const { rate, base } = reachRate(of, kind)
  const own = reachShare(of, kind) || 0
  const usual = reachShare(of.mean, kind)
  const whole = Math.max(own, usual || 0, 0.001) * ROOM
  return (
    <td className="num">
      {rate}
      <span className="sub">{base}</span>
      <TickBar
        value={own / whole}
        tick={Number.isNaN(usual) ? undefined : usual / whole}
        label={texts.against(rate, reachRate(of.mean, kind).rate)}
      />
    </td>
  )
}
