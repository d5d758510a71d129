/** Eight lines of the last day. */
import { pathOf } from '../../parts/charts/scale.ts'
import { useFigures } from '../../texts/figures.ts'
import type { LineName, ShownLoad } from './calls.ts'
import { useSize, useSystemTexts } from './words.ts'

const WIDTH = 220
const HEIGHT = 44
const DAY = 86_400_000
const SUMMED: readonly LineName[] = ['accepted', 'deferred', 'refused']

export function LoadLines({ samples }: { samples: ShownLoad }) {
  const texts = useSystemTexts()
  return (
    <section aria-labelledby="load">
      <div className="sech">
        <h2 id="load">{texts.load}</h2>
        <p>{texts.loadHint}</p>
      </div>
      {samples.length === 0 ? (
        <p className="soft small">{texts.noLoad}</p>
      ) : (
        <div className="system-lines">
          {(Object.keys(texts.lines) as LineName[]).map(name => (
            <Line key={name} name={name} samples={samples} />
          ))}
        </div>
      )}
    </section>
  )
}

function Line({ name, samples }: { name: LineName; samples: ShownLoad }) {
  const texts = useSystemTexts()
  const size = useSize()
  const { number, span } = useFigures()
  // A size that was not known in time is no point of the line.
  const known = samples.filter(one => one[name] !== null)
  const values = known.map(one => one[name] ?? 0)
  const shown = (value: number) => {
    if (name === 'storeBytes') return size(value)
    if (name === 'oldestEmailSeconds') return value < 1 ? '–' : span(value)
    return number(value)
  }
  const most = Math.max(0, ...values)
  const until = Date.now()
  const points = known.map(
    (one, at) =>
      [
        Math.max(0, WIDTH * (1 - (until - Date.parse(one.at)) / DAY)),
        HEIGHT - 2 - (values[at]! / Math.max(1, most)) * (HEIGHT - 4),
      ] as const,
  )
  const beside = SUMMED.includes(name)
    ? texts.sum(shown(values.reduce((sum, value) => sum + value, 0)))
    : texts.most(shown(most))
  return (
    <figure>
      <figcaption>
        <span>{texts.lines[name]}</span>
        <b>{values.length === 0 ? '–' : shown(values.at(-1)!)}</b>
        <small>{beside}</small>
      </figcaption>
      <svg
        className="chart"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className="ln s-engaged" d={pathOf(points)} />
      </svg>
    </figure>
  )
}
