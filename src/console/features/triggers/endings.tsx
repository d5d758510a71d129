/** How the runs of a trigger ended. */
import type { FlowAnswer } from '../../api/triggers.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

export function Endings({ flow }: { flow: FlowAnswer }) {
  const texts = useTexts('triggers')
  const { number } = useFigures()
  return (
    <div className="pane">
      <h2>{texts.endings}</h2>
      {flow.endings.length === 0 && <p className="soft small">{texts.nobodyEnded}</p>}
      <dl className="facts">
        {flow.endings.map(({ ending, people }) => (
          <div key={ending}>
            <dt>{texts.ending[ending] ?? ending}</dt>
            <dd>{number(people)}</dd>
          </div>
        ))}
      </dl>
      {flow.older > 0 && <p className="soft small">{texts.olderVersions(number(flow.older))}</p>}
      {flow.skipped > 0 && <p className="soft small">{texts.skipped(number(flow.skipped))}</p>}
    </div>
  )
}
