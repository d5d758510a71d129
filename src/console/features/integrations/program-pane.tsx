/** One program: what fails and what to do, its operations, and its last exchanges. */
import { useState } from 'react'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { OneFieldDialog } from '../../parts/one-field-dialog.tsx'
import { RemovalDialog } from '../../parts/removal-dialog.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useFigures } from '../../texts/figures.ts'
import { type ProgramDetails, programRemoval, useProgram, useRename } from './calls.ts'
import { Exchanges } from './exchanges.tsx'
import { useSamples } from './samples.ts'
import { useEndWords, useProgramTexts, useTitle } from './words.ts'

export function ProgramPane(props: { id: number; isKnown: boolean; onClose(): void }) {
  const texts = useProgramTexts()
  const titleOf = useTitle()
  const { date } = useFigures()
  const { data, error, refetch } = useProgram(props.id)
  const again = () => void refetch()
  const close = <Button onClick={props.onClose}>{texts.close}</Button>
  if (!props.isKnown)
    return (
      <aside className="program-pane stack">
        <p className="soft">{texts.gone}</p>
        {close}
      </aside>
    )
  if (!data)
    return (
      <aside className="program-pane stack">
        {error ? <Failure error={error} onRetry={again} /> : <LoadingRows onRetry={again} />}
        {close}
      </aside>
    )
  const { program } = data
  const title = titleOf(program)
  return (
    <aside className="program-pane stack" aria-labelledby="program-title">
      <div className="program-pane-head">
        <div>
          <h2 id="program-title" className="wrap">
            <bdi>{title}</bdi>
          </h2>
          <p className="soft small">
            {[texts.bindings[program.binding], program.network, texts.since(date(program.first))]
              .filter(Boolean)
              .join(', ')}
          </p>
        </div>
        {close}
      </div>
      <Cause of={data} />
      <Operations of={data} />
      <Exchanges exchanges={data.exchanges} />
      <Acts id={props.id} name={program.name ?? ''} title={title} onForgotten={props.onClose} />
    </aside>
  )
}

/** What began to fail; else what failed last. */
function Cause({ of: { program, operations } }: { of: ProgramDetails }) {
  const texts = useProgramTexts()
  const { cause, repair } = useEndWords()
  const failed = operations
    .filter(({ outcome }) => outcome !== '')
    .sort((a, b) => b.last.localeCompare(a.last))[0]
  const shown = program.failing ?? failed
  if (!shown) return null
  return (
    <div className={`note ${program.failing ? 'bad' : 'warn'}`}>
      <span>
        <b className="wrap">
          {shown.operation === '' ? texts.noOperation : shown.operation}: {cause(shown.outcome)}
        </b>
        <span className="sub">{repair(shown.outcome)}</span>
      </span>
    </div>
  )
}

function Operations({ of: { program, operations } }: { of: ProgramDetails }) {
  const samples = useSamples()
  const texts = useProgramTexts()
  const { cause } = useEndWords()
  const { number } = useFigures()
  return (
    <section>
      <h3>{texts.operations}</h3>
      <table className="flush">
        <tbody>
          {operations.map(({ operation, outcome, calls }) => (
            <tr key={`${operation} ${outcome}`}>
              <td className="wrap">
                <code className="wrap">{operation === '' ? texts.noOperation : operation}</code>
                <SampleLink to={samples.addressOf(program.binding, operation)} of={operation} />
                {outcome !== '' && <span className="sub program-failed">{cause(outcome)}</span>}
              </td>
              <td className={`num${outcome === '' ? '' : ' program-failed'}`}>{number(calls)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function SampleLink(props: { to: string | undefined; of: string }) {
  const texts = useProgramTexts()
  if (props.to === undefined) return null
  return (
    <a className="sub small" href={props.to}>
      {texts.samples}
      <span className="sr"> {props.of}</span>
    </a>
  )
}

function Acts(props: { id: number; name: string; title: string; onForgotten(): void }) {
  const texts = useProgramTexts()
  const owns = useRight('own')
  const [asked, setAsked] = useState<'rename' | 'forget'>()
  const rename = useRename(props.id)
  const close = () => setAsked(undefined)
  if (!owns) return null
  return (
    <div className="row">
      <Button icon={<Icon name="edit" />} onClick={() => setAsked('rename')}>
        {texts.rename}
      </Button>
      <Button onClick={() => setAsked('forget')}>{texts.forget}</Button>
      {asked === 'rename' && (
        <OneFieldDialog
          title={texts.rename}
          label={texts.name}
          hint={texts.nameHint}
          most={100}
          error={rename.error}
          busy={rename.isPending}
          onAdd={name => rename.mutate(name, { onSuccess: close })}
          onClose={close}
        />
      )}
      {asked === 'forget' && (
        <RemovalDialog
          of={programRemoval(props.id)}
          title={texts.forgetAsks(props.title)}
          act={texts.forget}
          said={texts.forgotten(props.title)}
          onRemoved={props.onForgotten}
          onClose={close}
        >
          <p>{texts.forgetTells}</p>
        </RemovalDialog>
      )}
    </div>
  )
}
