/** A row for each program, with its last fourteen days. */
import { useFigures } from '../../texts/figures.ts'
import type { Program } from './calls.ts'
import { useProgramTexts, useTitle } from './words.ts'

export function ProgramTable(props: {
  programs: readonly Program[]
  chosen: number | undefined
  onChoose(program: number): void
}) {
  const texts = useProgramTexts()
  const titleOf = useTitle()
  const { number, moment } = useFigures()
  const { programs, chosen } = props
  const sum = (name: 'calls' | 'failed') => programs.reduce((all, one) => all + one[name], 0)
  return (
    <div>
      <table className="program-table">
        <thead>
          <tr>
            <th>{texts.program}</th>
            <th className="hide-s">{texts.days}</th>
            <th className="num">{texts.calls}</th>
            <th className="num">{texts.failed}</th>
            <th className="num hide-s">{texts.within}</th>
            <th className="num hide-s">{texts.last}</th>
          </tr>
        </thead>
        <tbody>
          {programs.map(program => (
            <tr key={program.id} className={program.id === chosen ? 'chosen' : undefined}>
              <td className="wrap">
                <button
                  type="button"
                  className="program-name"
                  aria-expanded={program.id === chosen}
                  onClick={() => props.onChoose(program.id)}
                >
                  <bdi>{titleOf(program)}</bdi>
                </button>
                <span className="sub soft tiny">
                  {[
                    program.name === null && program.keyName === null ? '' : program.kind,
                    texts.bindings[program.binding],
                    program.network,
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </td>
              <td className="hide-s">
                <Days of={program} />
              </td>
              <td className="num">{number(program.calls)}</td>
              <td className="num">
                {program.failed > 0 ? (
                  <b className="program-failed">{number(program.failed)}</b>
                ) : (
                  <span className="faint">0</span>
                )}
              </td>
              <td className="num hide-s nowrap">
                {program.within95 === null ? '–' : texts.millis(number(program.within95))}
              </td>
              <td className="num hide-s nowrap soft">{moment(program.last)}</td>
            </tr>
          ))}
          {programs.length > 1 && (
            <tr>
              <td className="strong">{texts.all}</td>
              <td className="hide-s" />
              <td className="num strong">{number(sum('calls'))}</td>
              <td className="num strong">{number(sum('failed'))}</td>
              <td className="hide-s" />
              <td className="hide-s" />
            </tr>
          )}
        </tbody>
      </table>
      <p className="program-legend small soft">
        {LOOKS.map(look => (
          <span key={look}>
            <i className={look} aria-hidden="true" /> {texts.legend[look]}
          </span>
        ))}
      </p>
      <p className="faint small">{texts.namesHint}</p>
    </div>
  )
}

const LOOKS = ['called', 'failed', 'silent', 'none'] as const

function Days({ of: { days, silence } }: { of: Program }) {
  const texts = useProgramTexts()
  const { number, day } = useFigures()
  const isSilent = (of: string) => silence !== null && of >= silence.since.slice(0, 10)
  const lookOf = (one: Program['days'][number]): (typeof LOOKS)[number] =>
    one.failed > 0 ? 'failed' : one.calls > 0 ? 'called' : isSilent(one.day) ? 'silent' : 'none'
  const sentence = (one: Program['days'][number]) =>
    lookOf(one) === 'silent'
      ? texts.silentDay(day(one.day))
      : texts.day(day(one.day), number(one.calls), number(one.failed))
  return (
    <span className="program-days" role="img" aria-label={days.map(sentence).join('; ')}>
      {days.map(one => (
        <i key={one.day} className={lookOf(one)} title={sentence(one)} />
      ))}
    </span>
  )
}
