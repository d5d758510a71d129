/** The box of a step, with the number of people at it and its finding. */
import { Icon } from '../../parts/icons.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { stepIcon } from './step-icon.ts'

/** A finding of the check at a step: a mistake, else a warning. */
export interface StepFinding {
  look: 'bad' | 'warn'
  says: string
}

export interface ShownStep {
  key: string
  isStart: boolean
  code: string
  title: string
  below: string | undefined
  here: number
  finding: StepFinding | undefined
  /** How long people stayed there. */
  stay?: string | undefined
  /** The time at which the simulated run leaves the step. */
  walked?: string | undefined
}

/** Of the box on the canvas: its lines are cut there, so that its place is known beforehand. */
export const heightOfCard = ({ title, below, stay, here, finding }: ShownStep): number =>
  38 +
  (title.length > 28 ? 36 : 18) +
  (below ? 16 : 0) +
  (stay ? 16 : 0) +
  (here > 0 ? 31 : 0) +
  (finding ? 48 : 0)

export function StepCard({ step }: { step: ShownStep }) {
  const texts = useTexts('triggers')
  const { number } = useFigures()
  return (
    <>
      <span className="step-key">
        <Icon name={stepIcon(step.code)} />
        <bdi className="trunc">{step.key}</bdi>
        {step.walked && <span className="step-walked">{step.walked}</span>}
      </span>
      <b className="two-lines">
        <bdi>{step.title}</bdi>
      </b>
      {step.below && <span className="step-below trunc">{step.below}</span>}
      {step.stay && <span className="step-below step-stay trunc">{step.stay}</span>}
      {step.here > 0 && (
        <span className="step-here">
          <span className="dot engaged" />
          {texts.here(number(step.here))}
        </span>
      )}
      {step.finding && (
        <span className="step-finding">
          <Icon name={step.finding.look === 'bad' ? 'wrong' : 'warning'} />
          <span className="two-lines">{step.finding.says}</span>
        </span>
      )}
    </>
  )
}
