/** One of the first steps, with its state. */
import './setup.css'
import type { ReactNode } from 'react'
import { Icon } from '../../parts/icons.tsx'
import { useTexts } from '../../texts/language.tsx'

export function Step(props: { number: number; title: string; done: boolean; children: ReactNode }) {
  const texts = useTexts('setup')
  const { number, title, done, children } = props
  return (
    <li className={done ? 'step done' : 'step'}>
      <span className="step-mark" aria-hidden="true">
        {done ? <Icon name="check" /> : number}
      </span>
      <div className="stack">
        <h3>
          {title} <span className="sr">({done ? texts.done : texts.open})</span>
        </h3>
        {children}
      </div>
    </li>
  )
}
