/** The newsletters under a published list, and one that is added without being sent. */
import { useState } from 'react'
import type { PublishedNewsletterAnswer } from '../../../actions/published/published.ts'
import { useBoard } from '../../api/newsletters.ts'
import {
  useAddPublished,
  usePublishedNewsletters,
  usePublishedPlaces,
} from '../../api/published.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField } from '../../parts/fields.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { EntryActions, EntryBadge } from '../../shared/published/entry-actions.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'
import { useLanguageName } from '../../texts/language-names.ts'

export function PublishedNewsletters({ listId }: { listId: number }) {
  const texts = useTexts('published')
  const maySend = useRight('send')
  const query = usePublishedNewsletters(listId)
  const [adding, setAdding] = useState(false)
  return (
    <section className="stack">
      <h2>{texts.newsletters}</h2>
      <p className="soft">{texts.correctHint}</p>
      {maySend && (
        <p>
          <Button onClick={() => setAdding(true)}>{texts.addUnsent}</Button>
        </p>
      )}
      {adding && <AddDialog listId={listId} onClose={() => setAdding(false)} />}
      <PagedTable
        query={query}
        more={texts.more}
        empty={{ title: texts.none, sentence: texts.noneHint }}
        head={
          <>
            <th>{texts.newsletter}</th>
            <th className="hide-s">{texts.date}</th>
            <th>{texts.state}</th>
            <th>
              <span className="sr">{texts.what}</span>
            </th>
          </>
        }
        row={one => <EntryRow key={one.number} listId={listId} entry={one} />}
      />
    </section>
  )
}

function EntryRow({ listId, entry }: { listId: number; entry: PublishedNewsletterAnswer }) {
  const texts = useTexts('published')
  const { day } = useFormats()
  const nameOf = useLanguageName()
  const { number, state, title, address, sendingId, bareTags, published, corrected } = entry
  return (
    <tr>
      <td className="strong wrap">
        {state === 'published' ? (
          <a href={address}>
            <bdi>{title}</bdi>
          </a>
        ) : (
          <bdi>{title}</bdi>
        )}
        {entry.languages.length > 1 && (
          <span className="sub">{entry.languages.map(nameOf).join(', ')}</span>
        )}
        {sendingId === null && <span className="sub">{texts.notSent}</span>}
        {corrected !== null && <span className="sub">{texts.corrected(day(corrected))}</span>}
        {state === 'waiting' && <span className="sub">{texts.waits(bareTags.join(', '))}</span>}
      </td>
      <td className="nowrap hide-s">{day(published)}</td>
      <td>
        <EntryBadge state={state} />
      </td>
      <td>
        <EntryActions place={{ listId, number }} state={state} title={title} />
      </td>
    </tr>
  )
}

function AddDialog({ listId, onClose }: { listId: number; onClose(): void }) {
  const texts = useTexts('published')
  const toast = useToast()
  const board = useBoard()
  const nameOf = useLanguageName()
  const named = ({ tag, language }: { tag: string; language?: string | undefined }) =>
    language === undefined ? tag : `${tag} (${nameOf(language)})`
  const [chosen, setChosen] = useState('')
  const newsletterId = chosen === '' ? undefined : Number(chosen)
  const { data: checked } = usePublishedPlaces(newsletterId)
  const { mutate, isPending, error } = useAddPublished(listId)
  const rows = board.data?.pages.flatMap(page => page.items) ?? []
  const tags = checked?.tags ?? []
  const isBare = tags.some(({ hasFallback }) => !hasFallback)
  const submit = () =>
    mutate(
      { newsletterId: newsletterId!, evenBare: isBare },
      {
        onSuccess({ title }) {
          toast({ text: texts.shown(title) })
          onClose()
        },
      },
    )
  return (
    <Dialog title={texts.addUnsent} onClose={onClose}>
      <div className="stack">
        <p className="soft">{texts.addHint}</p>
        <SelectField
          label={texts.which}
          value={chosen}
          choices={[
            { value: '', label: texts.choose },
            ...rows.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={setChosen}
        />
        {checked && tags.length === 0 && <p>{texts.noTags}</p>}
        {tags.length > 0 && (
          <ul>
            {tags.map(one => (
              <li key={`${one.part} ${one.hasFallback} ${named(one)}`}>
                {one.hasFallback ? texts.tagShown(named(one)) : texts.tagBare(named(one))}
              </li>
            ))}
          </ul>
        )}
        {error && <Failure error={error} />}
        <p className="row">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button look="primary" busy={isPending || !checked} onClick={submit}>
            {isBare ? texts.evenBare : texts.show}
          </Button>
        </p>
      </div>
    </Dialog>
  )
}
