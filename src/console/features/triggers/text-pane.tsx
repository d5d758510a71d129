/** The text of a trigger, with its mistakes and warnings below. */
import type { CheckedSource } from '../../api/triggers.ts'
import { Icon } from '../../parts/icons.tsx'
import { LazyCodeEditor } from '../../parts/lazy-code-editor.tsx'
import { useSentenceWords } from '../../parts/said.ts'
import { useTexts } from '../../texts/language.tsx'

export function TextPane(props: {
  source: string
  checked: CheckedSource | undefined
  isChecking: boolean
  mayChange: boolean
  onSource(source: string): void
}) {
  const { source, checked, isChecking, mayChange, onSource } = props
  const texts = useTexts('triggers')
  const sentenceWords = useSentenceWords()
  const [first] = checked?.problems ?? []
  const isWrong = first !== undefined
  return (
    <div className="trigger-text">
      <LazyCodeEditor
        label={texts.source}
        language="yaml"
        value={source}
        readOnly={!mayChange}
        problem={first && { line: first.line, column: first.column, message: sentenceWords(first) }}
        onChange={onSource}
      />
      {checked && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it; no link is in it
        <section className="trigger-findings" tabIndex={0} aria-label={texts.findings}>
          <p
            className={isWrong ? 'trigger-wrong strong' : 'soft'}
            role="status"
            aria-busy={isChecking}
          >
            {isChecking
              ? texts.checking
              : isWrong
                ? texts.mistakes(checked.problems.length)
                : checked.notes.length > 0
                  ? texts.warnings(checked.notes.length)
                  : texts.fine}
          </p>
          <ul>
            {[...checked.problems, ...checked.notes].map((finding, i) => (
              <li key={`${finding.line} ${finding.column} ${finding.says}`} className="small">
                <Icon name={i < checked.problems.length ? 'wrong' : 'warning'} />
                <span className="wrap">
                  <b>{texts.atLine(finding.line)}</b> {sentenceWords(finding)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
