/** Saving a new trigger, or a new version; what happens to the people inside is asked before. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isStale } from '../../api/edited.ts'
import { type RunFate, useAddTrigger, useSaveTrigger } from '../../api/triggers.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { StaleNote } from '../../parts/stale-note.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import type { LeftStep } from '../../shared/drawing/shown-flow.ts'
import { useDrawnTexts } from '../../shared/trigger-words/words.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

const FATES: readonly RunFate[] = ['finish', 'move', 'end']

export function SaveTrigger(props: {
  id: number
  source: string
  tag: string
  inside: number
  /** Steps with people that the new text has no more, or that do something else there. */
  left: readonly LeftStep[]
  isReady: boolean
  onTakeOver(): Promise<void>
  onSaved(saved: { values: { source: string }; tag: string }): void
  onDiscard(): void
}) {
  const { id, source, tag, inside, left, isReady, onTakeOver, onSaved, onDiscard } = props
  const texts = useTexts('triggers')
  const toast = useToast()
  const save = useSaveTrigger(id, tag)
  const [asked, setAsked] = useState(false)
  const stale = isStale(save.error)
  const submit = (people?: RunFate) =>
    save.mutate(
      { source, people },
      {
        onSuccess({ value, tag }) {
          setAsked(false)
          toast({ text: texts.saved(value.version) })
          onSaved({ values: { source: value.source }, tag })
        },
      },
    )
  const takeOver = () => {
    save.reset()
    setAsked(false)
    void onTakeOver()
  }
  return (
    <>
      {stale && <StaleNote onTakeOver={takeOver} />}
      {save.error && !stale && !asked && <Failure error={save.error} />}
      <div className="row">
        <Button
          look="primary"
          busy={save.isPending || stale || !isReady}
          onClick={() => (inside > 0 ? setAsked(true) : submit())}
        >
          {texts.save}
        </Button>
        <Button look="quiet" onClick={onDiscard}>
          {texts.discard}
        </Button>
      </div>
      {asked && !stale && (
        <FateDialog
          inside={inside}
          left={left}
          busy={save.isPending}
          error={save.error}
          onSave={submit}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}

function FateDialog(props: {
  inside: number
  left: readonly LeftStep[]
  busy: boolean
  error: unknown
  onSave(people: RunFate): void
  onClose(): void
}) {
  const { inside, left, busy, error, onSave, onClose } = props
  const texts = useTexts('triggers')
  const common = useTexts('common')
  const drawn = useDrawnTexts()
  const { number } = useFigures()
  const [fate, setFate] = useState<RunFate>('finish')
  return (
    <Dialog title={texts.save} onClose={onClose}>
      <div className="stack">
        {error ? <Failure error={error} /> : null}
        <fieldset className="plain-set stack">
          <legend>{drawn.insideAsk(number(inside))}</legend>
          {FATES.map(one => (
            <label className="row" key={one}>
              <input
                type="radio"
                name="fate"
                checked={fate === one}
                onChange={() => setFate(one)}
              />
              {drawn.fates[one]}
            </label>
          ))}
        </fieldset>
        {fate === 'move' && <p className="soft small">{drawn.movesHint}</p>}
        {left.length > 0 && (
          <p className="note warn" role="status">
            {drawn.leftSteps(left.map(({ key, here }) => drawn.leftStep(key, number(here))))}{' '}
            {drawn.leftFates[fate]}
          </p>
        )}
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.close}</Button>
          <Button look="primary" busy={busy} onClick={() => onSave(fate)}>
            {texts.save}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

export function MakeTrigger(props: { source: string; isReady: boolean; onMade(): void }) {
  const { source, isReady, onMade } = props
  const texts = useTexts('triggers')
  const toast = useToast()
  const navigate = useNavigate()
  const add = useAddTrigger()
  const onSuccess = ({ id, name }: { id: number; name: string }) => {
    onMade()
    toast({ text: texts.made(name) })
    void navigate({ to: '/triggers/$id', params: { id: String(id) } })
  }
  return (
    <>
      {add.error && <Failure error={add.error} />}
      <Button
        look="primary"
        busy={add.isPending || !isReady}
        onClick={() => add.mutate(source, { onSuccess })}
      >
        {texts.saveNew}
      </Button>
    </>
  )
}
