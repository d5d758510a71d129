/** A row for each provider and a cell for each day, darker where more of its answers are such. */
import { useState } from 'react'
import type { CallAnswer } from '../../api/client.ts'
import { Tabs } from '../../parts/tabs.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

type Board = CallAnswer<'GET /providers'>
type Counts = Board['items'][number]['total']
type Outcome = keyof Counts

/** A provider, and one day or all. */
export interface ProviderPlace {
  provider: string
  day: string | null
}

const SHOWN = ['deferred', 'blocked', 'refused', 'complained', 'accepted'] as const
type ShownOutcome = (typeof SHOWN)[number]

/** From this share on a cell is as dark as can be. */
const DARKEST: Record<ShownOutcome, number> = {
  deferred: 0.3,
  blocked: 0.05,
  refused: 0.05,
  complained: 0.003,
  accepted: 1,
}
/** Steps of darkness, beside none. */
const STEPS = 4
/** Newest days that a narrow page shows. */
const NARROW_DAYS = 7

export function ProviderHeat(props: {
  board: Board
  place: ProviderPlace | undefined
  onPlace(place: ProviderPlace): void
}) {
  const texts = useTexts('deliverability')
  const { number, day } = useFigures()
  const [outcome, setOutcome] = useState<ShownOutcome>('deferred')
  const { days, items } = props.board
  const all = items.reduce((sum, { total }) => sum + answersIn(total), 0)
  return (
    <section className="sec" aria-labelledby="providers">
      <div className="sech">
        <h2 id="providers">{texts.providers}</h2>
        <Tabs<ShownOutcome>
          label={texts.shares}
          value={outcome}
          choices={SHOWN.map(value => ({ value, label: texts.outcomes[value] }))}
          onChange={setOutcome}
        />
      </div>
      <div className="heat-scroll">
        <table className={`provider-heat flush ${outcome}`}>
          <thead>
            <tr>
              <th scope="col">{texts.provider}</th>
              <th scope="col" className="num">
                {texts.tries}
              </th>
              {days.map((of, i) => (
                <th key={of} scope="col" className={cellClass(i, days.length)}>
                  <span
                    className={(days.length - 1 - i) % NARROW_DAYS === NARROW_DAYS - 1 ? '' : 'sr'}
                  >
                    {day(of)}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map(({ provider, total, days: its }) => (
              <tr key={provider}>
                <th scope="row">
                  <button
                    type="button"
                    className="provider-name"
                    onClick={() => props.onPlace({ provider, day: null })}
                  >
                    {provider === 'other' ? texts.other : provider}
                  </button>
                </th>
                <td className="num">{number(answersIn(total))}</td>
                {days.map((of, i) => (
                  <td key={of} className={cellClass(i, days.length)}>
                    <HeatCell
                      counts={its.find(one => one.day === of)}
                      day={of}
                      outcome={outcome}
                      current={props.place?.provider === provider && props.place.day === of}
                      onClick={() => props.onPlace({ provider, day: of })}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="soft tiny">{texts.hint(number(all))}</p>
    </section>
  )
}

function HeatCell(props: {
  counts: Counts | undefined
  day: string
  outcome: ShownOutcome
  current: boolean
  onClick(): void
}) {
  const texts = useTexts('deliverability')
  const { share, day } = useFigures()
  const { counts, outcome } = props
  if (!counts) return null
  const part = shareOf(counts, outcome)
  const depth = Math.min(STEPS, Math.ceil((part / DARKEST[outcome]) * STEPS))
  return (
    <button
      type="button"
      aria-current={props.current || undefined}
      className={`depth-${depth}`}
      title={texts.cell(day(props.day), share(part))}
      onClick={props.onClick}
    >
      <span className="sr">{texts.cell(day(props.day), share(part))}</span>
    </button>
  )
}

const cellClass = (index: number, of: number) =>
  index < of - NARROW_DAYS ? 'provider-day hide-s' : 'provider-day'

const answersIn = ({ accepted, deferred, blocked, refused }: Counts): number =>
  accepted + deferred + blocked + refused

/** Of the answers; of spam reports, of the emails accepted. */
const shareOf = (counts: Counts, outcome: Outcome): number =>
  counts[outcome] / Math.max(1, outcome === 'complained' ? counts.accepted : answersIn(counts))
