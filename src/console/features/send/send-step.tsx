/** One of the four steps of the page, which tick off in any order. */
import type { ReactNode } from 'react'
import { Icon } from '../../parts/icons.tsx'
import { useTexts } from '../../texts/language.tsx'

export type StepState = 'done' | 'look' | 'wrong' | 'open'

export function SendStep(props: {
  id: string
  title: string
  aside?: ReactNode
  action?: ReactNode
  state: StepState
  children: ReactNode
}) {
  const texts = useTexts('send')
  const { id, title, aside, action, state, children } = props
  const icon = { done: 'check', look: 'alert', wrong: 'close', open: undefined } as const
  const shown = icon[state]
  return (
    <section className="sstep" aria-labelledby={id}>
      <span className={`st ${state}`} aria-hidden="true">
        {shown && <Icon name={shown} />}
      </span>
      <div>
        <div className="sech">
          <h2 id={id}>
            {title} <span className="sr">({texts.stepStates[state]})</span>
          </h2>
          {aside && <p>{aside}</p>}
          {action && <span className="push">{action}</span>}
        </div>
        {children}
      </div>
    </section>
  )
}
