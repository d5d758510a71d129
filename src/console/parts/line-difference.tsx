/** The lines of two texts that differ, marked by a sign and a colour. */
import type { LineChange } from '../../lib/line-changes.ts'
import './line-difference.css'

const SIGNS: Record<LineChange['change'], string> = { added: '+ ', removed: '− ', same: '  ' }

export function LineDifference({ label, lines }: { label: string; lines: readonly LineChange[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys
    <section className="line-difference" aria-label={label} tabIndex={0}>
      <pre>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name but their place
          <span key={index} className={line.change}>
            {SIGNS[line.change]}
            {line.text}
            {'\n'}
          </span>
        ))}
      </pre>
    </section>
  )
}
