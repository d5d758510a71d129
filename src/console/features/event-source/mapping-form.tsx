/** Where name, address, id and values stand in a body, with the paths that its calls have. */
import { useState } from 'react'
import { TeamFailure } from '../../parts/action-failure.tsx'
import { Button } from '../../parts/button.tsx'
import { SelectField } from '../../parts/fields.tsx'
import { LineField } from '../../parts/small-fields.tsx'
import { useToast } from '../../parts/toasts.tsx'
import {
  type Mapping,
  type SourceAnswer,
  type Trial,
  useChangeSource,
} from '../../shared/event-sources/calls.ts'
import { useEventTexts } from '../../shared/event-sources/words.ts'
import { ExampleTrial } from './example-trial.tsx'
import { Outline } from './outline.tsx'
import { isNamed, mappingOf, type TypedMapping, typedOf, withValue } from './typed-mapping.ts'
import { ValueFields } from './value-fields.tsx'

const LONGEST_PATH = 200

export function MappingForm({ of }: { of: SourceAnswer }) {
  const texts = useEventTexts()
  const toast = useToast()
  const change = useChangeSource(of.name)
  const [typed, setTyped] = useState(() => typedOf(of))
  const [trial, setTrial] = useState<Trial>()
  const outline = trial?.outline ?? of.outline
  const set = (some: Partial<TypedMapping>) => setTyped({ ...typed, ...some })
  const wanted = mappingOf(typed)
  const saved = mappingOf(typedOf(of))
  const isChanged = JSON.stringify(wanted) !== JSON.stringify(saved)
  const save = (mapping: Mapping, said: { text: string; undo?: () => void }) =>
    change.mutate(mapping, { onSuccess: () => toast(said) })
  const undo = () => {
    setTyped(typedOf(saved))
    save(saved, { text: texts.undone })
  }
  const paths = outline?.map(({ path }) => path) ?? []
  const addresses = outline?.filter(({ kind }) => kind === 'address').map(({ path }) => path) ?? []
  const field = (name: 'eventAt' | 'emailAt' | 'idAt', label: string, hint?: string) => (
    <LineField
      label={label}
      hint={hint}
      value={typed[name]}
      most={LONGEST_PATH}
      offered={name === 'emailAt' && addresses.length > 0 ? addresses : paths}
      onChange={next => set({ [name]: next })}
    />
  )
  return (
    <>
      <section className="stack">
        <div className="sech">
          <h2>{texts.where}</h2>
          <p>{texts.whereHint}</p>
        </div>
        <div className="event-mapping">
          <form
            className="stack"
            onSubmit={event => {
              event.preventDefault()
              if (!change.isPending) save(wanted, { text: texts.saved, undo })
            }}
          >
            <TeamFailure error={change.error} />
            <SelectField
              label={texts.naming}
              value={typed.naming}
              choices={[
                { value: 'one', label: texts.oneName },
                { value: 'body', label: texts.nameInBody },
              ]}
              onChange={naming => set({ naming })}
            />
            {typed.naming === 'one' ? (
              <LineField
                label={texts.eventName}
                hint={texts.eventNameHint}
                value={typed.event}
                most={100}
                onChange={event => set({ event })}
              />
            ) : (
              field('eventAt', texts.eventAt)
            )}
            {field('emailAt', texts.emailAt)}
            {field('idAt', texts.idAt, texts.idAtHint)}
            <ValueFields values={typed.values} paths={paths} onChange={values => set({ values })} />
            <div className="row">
              <Button
                look="primary"
                type="submit"
                busy={change.isPending || !isChanged || !isNamed(wanted)}
              >
                {texts.save}
              </Button>
            </div>
          </form>
          <Outline
            entries={outline}
            isTried={trial?.outline != null}
            onChoose={path => set({ values: withValue(typed.values, path) })}
          />
        </div>
      </section>
      <ExampleTrial mapping={wanted} trial={trial} onTrial={setTrial} />
    </>
  )
}
