/** The paths that a call of a source has, to choose values from. */
import { Icon } from '../../parts/icons.tsx'
import type { SourceAnswer } from '../../shared/event-sources/calls.ts'
import { useEventTexts } from '../../shared/event-sources/words.ts'

export function Outline(props: {
  entries: SourceAnswer['outline']
  isTried: boolean
  onChoose(path: string): void
}) {
  const texts = useEventTexts()
  const { entries, isTried, onChoose } = props
  return (
    <aside className="card stack">
      <h3>{texts.outline}</h3>
      {entries === null ? (
        <p className="soft small">{texts.outlineNone}</p>
      ) : (
        <>
          <p className="soft small">{isTried ? texts.outlineTried : texts.outlineLast}</p>
          <ul className="event-paths">
            {entries.map(({ path, kind }) => (
              <li key={path}>
                <button
                  type="button"
                  className="btn quiet"
                  aria-label={texts.addAsValue(path)}
                  onClick={() => onChoose(path)}
                >
                  <Icon name="plus" />
                  <code>{path}</code>
                </button>
                <span className="faint tiny">{texts.kinds[kind]}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </aside>
  )
}
