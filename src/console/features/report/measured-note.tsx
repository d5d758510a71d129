/** How many of those who got it were measured, where not all were. */
import { Link } from '@tanstack/react-router'
import type { SendingReport } from '../../../actions/sendings/sending-report.ts'
import { OutcomeBar } from '../../parts/charts/outcome-bar.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { isPartly } from './numbers.ts'

export function MeasuredNote({ report }: { report: SendingReport }) {
  const texts = useTexts('report')
  const { number } = useFigures()
  const { delivered, measured } = report.figures
  if (report.sending.tracked !== 'personal' || !isPartly(report)) return null
  const { opens, clicks, fewOpens, fewClicks } = measured
  const few = fewOpens || fewClicks
  const said = texts.measuredNote(number(opens), number(clicks), number(delivered))
  return (
    <div className={few ? 'note warn measured' : 'note measured'}>
      <Icon name={few ? 'alert' : 'gauge'} />
      <span>
        <b>{said}</b> {few ? texts.measuredFew : texts.measuredHint}
      </span>
      <Link className="small" to="/measuring">
        {texts.whoIsMeasured}
      </Link>
      <OutcomeBar
        label={said}
        whole={delivered}
        parts={[{ look: 'engaged', label: said, count: Math.min(opens, clicks) }]}
      />
    </div>
  )
}
