/** The actions on the selection: a bulk job, in the background. */
import './subscribers.css'
import { useState } from 'react'
import type { SubscriberAnswer } from '../../../actions/subscribers/subscribers.ts'
import type { PeopleSelection } from '../../api/people.ts'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'
import { BulkDialog, type BulkKind } from './bulk-dialog.tsx'
import { NOBODY_CHOSEN, type PeopleChoice } from './choice.ts'

export function BulkBar(props: {
  choice: PeopleChoice
  loaded: readonly SubscriberAnswer[]
  /** Of all that match, if it is known. */
  count: { count: number; exact: boolean } | undefined
  selection: PeopleSelection
  onChoice(choice: PeopleChoice): void
}) {
  const { choice, loaded, count, selection, onChoice } = props
  const texts = useTexts('people')
  const { number } = useFormats()
  const [kind, setKind] = useState<BulkKind>()
  if (choice !== 'everyone' && choice.ids.size === 0) return null
  const all = count && (count.exact ? number(count.count) : `${number(count.count)}+`)
  const chosen = choice === 'everyone' ? (all ?? texts.allMatching) : number(choice.ids.size)
  const acts: readonly [BulkKind, IconName, string][] = [
    ['join', 'add', texts.addToList],
    ['leave', 'takeOff', texts.takeOff],
    ['set', 'edit', texts.setField],
    ['measuring', 'eye', texts.noteAnswer],
    ['opt-out', 'optOut', texts.optOut],
  ]
  return (
    <>
      <div className="bulk" role="toolbar" aria-label={texts.everyone}>
        <b>{texts.selected(chosen)}</b>
        {choice !== 'everyone' && choice.ids.size === loaded.length && (
          <button type="button" onClick={() => onChoice('everyone')}>
            {all === undefined ? texts.everyone : texts.everyoneOf(all)}
          </button>
        )}
        <i />
        {acts.map(([act, icon, label]) => (
          <button
            type="button"
            key={act}
            data-key={act === 'join' ? 'l' : undefined}
            aria-keyshortcuts={act === 'join' ? 'l' : undefined}
            onClick={() => setKind(act)}
          >
            <Icon name={icon} />
            {label}
            {act === 'join' && (
              <span className="key" aria-hidden="true">
                L
              </span>
            )}
          </button>
        ))}
        <button
          type="button"
          className="bare"
          title={texts.clearSelection}
          data-key="Escape"
          onClick={() => onChoice(NOBODY_CHOSEN)}
        >
          <Icon name="close" />
          <span className="sr">{texts.clearSelection}</span>
        </button>
      </div>
      {kind && (
        <BulkDialog
          kind={kind}
          people={chosen}
          who={whoOf(choice, selection)}
          onClose={done => {
            setKind(undefined)
            if (done) onChoice(NOBODY_CHOSEN)
          }}
        />
      )}
    </>
  )
}

/** As a request says it. */
function whoOf(choice: PeopleChoice, selection: PeopleSelection) {
  if (choice !== 'everyone') return { ids: [...choice.ids] }
  return Object.keys(selection).length === 0 ? { everybody: true as const } : selection
}
