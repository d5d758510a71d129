/** Saving a new trigger, or a new version; what happens to the people inside is asked before. */
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ApiFailure } from '../../api/client.ts'
import { isStale } from '../../api/edited.ts'
import { type RunFate, useAddTrigger, useSaveTrigger } from '../../api/triggers.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import type { LeftStep } from '../../shared/drawing/shown-flow.ts'
import type { ComparedText } from '../../shared/trigger-changes/flow-changes.ts'
import type { Theirs, TwoWriters } from '../../shared/trigger-changes/two-writers.ts'
import { useChangeTexts } from '../../shared/trigger-changes/words.ts'
import { useDrawnTexts } from '../../shared/trigger-words/words.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

const ConflictDialog = lazy(async () => ({
  default: (await import('../../shared/trigger-changes/conflict-dialog.tsx')).ConflictDialog,
}))

/** People have come in since they were counted last. */
const isInside = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code === 'trigger-inside'

const FATES: readonly RunFate[] = ['finish', 'move', 'end']

export function SaveTrigger(props: {
  id: number
  /** The text, as it was read. */
  mine: ComparedText
  tag: string
  inside: number
  /** Steps with people that the new text has no more, or that do something else there. */
  left: readonly LeftStep[]
  isReady: boolean
  writers: TwoWriters
  onSaved(saved: { values: { source: string }; tag: string }): void
  onDiscard(): void
}) {
  const { id, mine, tag, inside, left, isReady, writers, onSaved, onDiscard } = props
  const { source } = mine
  const texts = useTexts('triggers')
  const changes = useChangeTexts()
  const toast = useToast()
  const save = useSaveTrigger(id, tag)
  const [asked, setAsked] = useState(false)
  const [theirs, setTheirs] = useState<Theirs>()
  const [replaced, setReplaced] = useState<number>()
  const stale = isStale(save.error)
  const look = async () => setTheirs(await writers.look())
  const submit = (people?: RunFate) =>
    save.mutate(
      { source, people },
      {
        onSuccess({ value, tag }) {
          setAsked(false)
          toast({ text: texts.saved(value.version) })
          onSaved({ values: { source: value.source }, tag })
        },
        onError(error) {
          if (isInside(error)) setAsked(true)
          if (!isStale(error)) return
          setAsked(false)
          void look()
        },
      },
    )
  const settle = (whose: 'keep' | 'take') => {
    save.reset()
    setTheirs(undefined)
    writers[whose](theirs!)
    // In the place of the buttons a toast would cover them.
    if (whose === 'keep') setReplaced(theirs!.version)
    else toast({ text: changes.theirsPut })
  }
  return (
    <>
      {stale && (
        <div className="note warn" role="alert">
          <span>{changes.waits}</span>
          <Button onClick={() => void look()}>{changes.seeDifference}</Button>
        </div>
      )}
      {replaced !== undefined && !stale && (
        <p className="note info small" role="status">
          {changes.keepMineSays(replaced)}
        </p>
      )}
      {theirs && (
        <Suspense>
          <ConflictDialog
            id={id}
            mine={mine}
            version={theirs.version}
            onKeep={() => settle('keep')}
            onTake={() => settle('take')}
            onClose={() => setTheirs(undefined)}
          />
        </Suspense>
      )}
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
          error={isInside(save.error) ? null : save.error}
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
