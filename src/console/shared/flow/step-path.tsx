/** The steps of a trigger in one line. */
import { Icon } from '../../parts/icons.tsx'
import { stepIcon } from './step-icon.ts'
import './flow.css'

const MOST = 8

export function StepPath({ steps }: { steps: readonly string[] }) {
  const shown = steps.length > MOST ? steps.slice(0, MOST - 1) : steps
  return (
    <span className="step-path" aria-hidden="true">
      <span className="first">
        <Icon name="trigger" />
      </span>
      {shown.map((does, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps of a row never move
        <span key={i}>
          <Icon name={stepIcon(does)} />
        </span>
      ))}
      {shown.length < steps.length && (
        <span>
          <Icon name="more" />
        </span>
      )}
    </span>
  )
}
