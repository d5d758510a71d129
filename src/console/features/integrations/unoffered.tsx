/** What programs call and what is not offered, by name. */
import { useFigures } from '../../texts/figures.ts'
import type { Board, Program } from './calls.ts'
import { useProgramTexts, useTitle } from './words.ts'

export function Unoffered(props: { rows: Board['unoffered']; programs: readonly Program[] }) {
  const texts = useProgramTexts()
  const titleOf = useTitle()
  const { number, moment } = useFigures()
  return (
    <section className="sec" aria-labelledby="unoffered">
      <div className="sech">
        <h2 id="unoffered">{texts.unoffered}</h2>
        <p>{texts.unofferedHint}</p>
      </div>
      <table className="flush">
        <tbody>
          {props.rows.map(({ operation, programId, calls, last }) => {
            const program = props.programs.find(({ id }) => id === programId)
            return (
              <tr key={`${operation} ${programId}`}>
                <td className="wrap">
                  {operation === '' ? texts.unofferedOther : <code>{operation}</code>}
                  {program && (
                    <span className="sub soft tiny">
                      <bdi>{titleOf(program)}</bdi>
                    </span>
                  )}
                </td>
                <td className="num nowrap">{texts.times(calls, number(calls))}</td>
                <td className="num nowrap soft">{moment(last)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
