/** The share of people measured, by list. */
import { useMeasuringByList } from '../../api/measuring.ts'
import { OutcomeBar } from '../../parts/charts/outcome-bar.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

export function ByList() {
  const texts = useTexts('measuring')
  const { number } = useFigures()
  const lists = useMeasuringByList().data ?? []
  if (lists.length === 0) return null
  return (
    <section aria-labelledby="by-list">
      <div className="sech">
        <h2 id="by-list">{texts.byList}</h2>
        <p>{texts.byListHint}</p>
      </div>
      <table className="flush by-list">
        <thead>
          <tr>
            <th>{texts.list}</th>
            <th className="num">{texts.people}</th>
            <th className="num">{texts.opensMeasured}</th>
            <th className="num">{texts.clicksMeasured}</th>
          </tr>
        </thead>
        <tbody>
          {lists.map(({ id, name, people, measured }) => (
            <tr key={id}>
              <td className="wrap">
                <bdi>{name}</bdi>
              </td>
              <td className="num">{number(people)}</td>
              <MeasuredShare of={measured.opens} people={people} few={measured.fewOpens} />
              <MeasuredShare of={measured.clicks} people={people} few={measured.fewClicks} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function MeasuredShare(props: { of: number; people: number; few: boolean }) {
  const { of, people, few } = props
  const texts = useTexts('measuring')
  const { number, rate } = useFigures()
  return (
    <td className="num">
      {rate(of, people)}
      <OutcomeBar
        label={`${number(of)} / ${number(people)}`}
        whole={people}
        parts={[{ look: 'engaged', label: '', count: of }]}
      />
      {few && <span className="sub small wrap">{texts.few}</span>}
    </td>
  )
}
