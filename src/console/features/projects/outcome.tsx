/** The outcome of emails as a bar with its words, and shares of measured emails. */
import { OutcomeBar, type OutcomeLook } from '../../parts/charts/outcome-bar.tsx'
import { useFigures } from '../../texts/figures.ts'
import type { ShownCounts } from './calls.ts'
import type { projects } from './texts.ts'
import { useProjectTexts } from './words.ts'

type Outcomes = Pick<ShownCounts, keyof typeof projects.outcomes>

const LOOKS: Record<keyof Outcomes, OutcomeLook> = {
  delivered: 'delivered',
  waiting: 'waiting',
  deferred: 'deferred',
  bounced: 'bounced',
  failed: 'bounced',
  uncertain: 'deferred',
  withdrawn: 'withdrawn',
}

export function Outcome({ of }: { of: Outcomes }) {
  const texts = useProjectTexts()
  const { number } = useFigures()
  const names = Object.keys(LOOKS) as (keyof Outcomes)[]
  const present = names.filter(name => of[name] > 0)
  const whole = names.reduce((sum, name) => sum + of[name], 0)
  if (whole === 0) return <span className="faint">{texts.noEmails}</span>
  const said = present.map(name => `${number(of[name])} ${texts.outcomes[name]}`).join(', ')
  // A look stands once in a bar.
  const looks = [...new Set(present.map(name => LOOKS[name]))]
  return (
    <span className="project-outcome">
      <OutcomeBar
        label={said}
        whole={whole}
        parts={looks.map(look => ({
          look,
          label: '',
          count: names
            .filter(name => LOOKS[name] === look)
            .reduce((sum, name) => sum + of[name], 0),
        }))}
      />
      <span className="sub">{said}</span>
    </span>
  )
}

export function MeasuredShare({ part, whole }: { part: number; whole: number }) {
  const texts = useProjectTexts()
  const { number, rate } = useFigures()
  if (whole === 0) return <span className="faint">{texts.notMeasured}</span>
  return (
    <>
      {rate(part, whole)}
      <span className="sub">{texts.ofMeasured(number(whole))}</span>
    </>
  )
}
