/** Programs that need somebody: they began to fail, or fell silent. */
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useFigures } from '../../texts/figures.ts'
import type { Program } from './calls.ts'
import { useEndWords, useProgramTexts, useTitle } from './words.ts'

export function ProgramNeeds(props: {
  programs: readonly Program[]
  onChoose(program: number): void
}) {
  const texts = useProgramTexts()
  const titleOf = useTitle()
  const { cause } = useEndWords()
  const { number, date } = useFigures()
  const needing = props.programs.filter(({ silence, failing }) => silence || failing)
  if (needing.length === 0) return null
  return (
    <ul className="integration-needs">
      {needing.map(program => {
        const { id, silence, failing } = program
        const title = titleOf(program)
        return (
          <li key={id} className="note bad">
            <Icon name="alert" />
            <span className="wrap">
              {failing && (
                <>
                  <b>{texts.isFailing(title, number(failing.calls))}</b>{' '}
                  {failing.operation === '' ? texts.noOperation : failing.operation}:{' '}
                  {cause(failing.outcome)}
                </>
              )}
              {failing && silence && <br />}
              {silence && (
                <>
                  <b>{texts.isSilent(title)}</b>{' '}
                  {texts.silence(date(silence.since), number(silence.days))}
                </>
              )}
            </span>
            <Button onClick={() => props.onChoose(id)}>
              {texts.look}
              <span className="sr"> {title}</span>
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
