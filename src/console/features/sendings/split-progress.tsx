/** The samples of a running A/B test, and which version the rest gets. */

import { Link } from '@tanstack/react-router'
import type { LiveSending } from '../../../actions/sendings/sending-live.ts'
import { useChosenWinner } from '../../api/sendings.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useSaid } from '../../parts/said.ts'
import { useToast } from '../../parts/toasts.tsx'
import { StateBadge } from '../../shared/sendings/sending-head.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

export function SplitProgress(props: {
  sendingId: number
  split: NonNullable<LiveSending['split']>
  /** When the winner is chosen. */
  dueAt: string
  /** It has not begun to go to the rest. */
  waits: boolean
}) {
  const { sendingId, split, dueAt, waits } = props
  const texts = useTexts('sendings')
  const { number, zonedDay } = useFigures()
  const toast = useToast()
  const said = useSaid()
  const maySend = useRight('send')
  const choose = useChosenWinner(sendingId)
  const open = waits && split.winner === null
  return (
    <section className="sec">
      <div className="sech">
        <h2>{texts.abTest}</h2>
        <p>{texts.abHint(number(split.share), texts.abBy[split.by])}</p>
      </div>
      {split.undecided !== null && (
        <p className="note warn">
          <Icon name="alert" />
          <span>{texts.abNobody}</span>
        </p>
      )}
      <table className="flush">
        <thead>
          <tr>
            <th>{texts.abTest}</th>
            <th>{texts.state}</th>
            <th className="num">{texts.people}</th>
            {open && maySend && <th className="hide-s" aria-label={texts.abChoose} />}
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
              {open && maySend && (
                <td className="num hide-s">
                  <Button
                    busy={choose.isPending}
                    onClick={() =>
                      choose.mutate(sample.variant, {
                        onSuccess: () => toast({ text: texts.abChosen }),
                        onError: error => toast({ text: said(error), bad: true }),
                      })
                    }
                  >
                    {texts.abChoose}
                    <span className="sr"> {'ABCDE'[sample.variant]}</span>
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {open && (
        <p className="soft small">
          {texts.abUndecided(zonedDay(dueAt))}{' '}
          <Link to="/sendings/$id/report" params={{ id: String(sendingId) }}>
            {texts.tabReport}
          </Link>
        </p>
      )}
    </section>
  )
}
