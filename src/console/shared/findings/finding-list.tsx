/** Findings of the check of a newsletter, each with its severity. */
import { Icon } from '../../parts/icons.tsx'
import { useTexts } from '../../texts/language.tsx'
import type { CheckedNewsletter } from './check.ts'
import { useFindingWords } from './words.ts'
import './findings.css'

type Finding = CheckedNewsletter['findings'][number]

const ICONS = { fine: 'check', look: 'alert', wrong: 'wrong' } as const

export function FindingList({ findings }: { findings: readonly Finding[] }) {
  const texts = useTexts('send')
  const said = useFindingWords()
  return (
    <ul className="pf">
      {findings.map(of => (
        <li key={`${of.what} ${of.says}`} className={of.severity}>
          <Icon name={ICONS[of.severity]} />
          <span className="wrap">
            <span className="sr">{texts.severities[of.severity]}: </span>
            <b>{texts.checked[of.what]}:</b> {said(of).says}
          </span>
        </li>
      ))}
    </ul>
  )
}
