/** The samples of an A/B test as they go on, and what the rest gets. */
import { Link } from '@tanstack/react-router'
import type { LiveSending } from '../../../console-api/v1/routes/sending-live.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTextsOf } from '../../texts/language.tsx'
import { sendingsTexts } from '../../texts/sendings/texts.ts'
import { StateBadge } from './sending-head.tsx'

export function SplitProgress({ split }: { split: NonNullable<LiveSending['split']> }) {
  const texts = useTextsOf(sendingsTexts)
  const { number } = useFigures()
  return (
    <section className="sec">
      <div className="sech">
        <h2>{texts.abTest}</h2>
        <p>{texts.abHint(number(split.share), texts.abBy[split.by])}</p>
      </div>
      <table className="flush">
        <thead>
          <tr>
            <th>{texts.abTest}</th>
            <th>{texts.state}</th>
            <th className="num">{texts.people}</th>
          </tr>
        </thead>
        <tbody>
          {split.samples.map(sample => (
            <tr key={sample.sendingId}>
              <td>
                <Link to="/sendings/$id" params={{ id: String(sample.sendingId) }}>
                  {texts.abVariant('ABCDE'[sample.variant] ?? '')}
                </Link>
                {split.winner === sample.variant && (
                  <span className="tag good">{texts.abWinner}</span>
                )}
                <span className="sub wrap">
                  <bdi>{sample.subject}</bdi>
                </span>
              </td>
              <td>
                <StateBadge state={sample.state} />
              </td>
              <td className="num">
                {number(sample.done)}
                <span className="sub">{texts.ofWhole(number(sample.emails))}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {split.winner === null && <p className="soft small">{texts.abUndecided}</p>}
    </section>
  )
}
