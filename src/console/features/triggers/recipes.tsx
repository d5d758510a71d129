/** Triggers to begin with, each complete with its emails. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useFields } from '../../api/fields.ts'
import { useLists } from '../../api/lists.ts'
import { useRight } from '../../api/session.ts'
import { type RecipeRow, useRecipe, useRecipes } from '../../api/triggers.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFeedTexts } from '../../shared/feeds/words.ts'
import { StepPath } from '../../shared/flow/step-path.tsx'
import { useTexts } from '../../texts/language.tsx'

/** In characters. */
const LONGEST_ADDRESS = 2_000

export function Recipes() {
  const texts = useTexts('triggers')
  const { data, error, refetch } = useRecipes()
  const maySend = useRight('send')
  const mayWrite = useRight('content')
  const [chosen, setChosen] = useState<RecipeRow>()
  return (
    <section className="stack recipes">
      <h2>
        {texts.recipes} <small className="faint">{texts.recipesHint}</small>
      </h2>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      <ul>
        {data?.map(row => (
          <li className="card" key={row.recipe}>
            <StepPath steps={row.steps} />
            <h3>{texts.recipeNames[row.recipe]}</h3>
            <p className="soft small">{texts.recipeAbout[row.recipe]}</p>
            {row.events.map(({ name, seen }) => (
              <p key={name} className={`row small ${seen ? 'soft' : 'trigger-wrong'}`}>
                <Icon name={seen ? 'check' : 'warning'} />
                {seen ? texts.eventSeen(name) : texts.eventMissing(name)}
              </p>
            ))}
            <div className="row">
              <span className="faint small">{texts.emailCount(row.emails.length)}</span>
              {maySend && mayWrite && (
                <span className="push">
                  <Button onClick={() => setChosen(row)}>
                    {texts.use}
                    <span className="sr">: {texts.recipeNames[row.recipe]}</span>
                  </Button>
                </span>
              )}
            </div>
          </li>
        ))}
      </ul>
      {chosen && <UseDialog row={chosen} onClose={() => setChosen(undefined)} />}
    </section>
  )
}

function UseDialog({ row, onClose }: { row: RecipeRow; onClose(): void }) {
  const texts = useTexts('triggers')
  const feeds = useFeedTexts()
  const toast = useToast()
  const navigate = useNavigate()
  const lists = useLists()
  const fields = useFields()
  const use = useRecipe(row.recipe)
  const [listId, setListId] = useState('')
  const [field, setField] = useState('')
  const [feed, setFeed] = useState('')
  const listChoices = (lists.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  const fieldChoices = (fields.data ?? []).map(({ number, name }) => ({
    value: String(number),
    label: name || `DD${number}`,
  }))
  const list = listId || listChoices[0]?.value
  const date = field || fieldChoices[0]?.value
  const submit = () => {
    if (use.isPending || list === undefined || (row.needsFeed && feed.trim() === '')) return
    const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions()
    const given = {
      listId: Number(list),
      zone,
      ...(row.needsField && { field: Number(date) }),
      ...(row.needsFeed && { feed: feed.trim() }),
    }
    use.mutate(given, {
      onSuccess({ id, name }) {
        toast({ text: texts.made(name) })
        void navigate({ to: '/triggers/$id', params: { id: String(id) } })
      },
    })
  }
  return (
    <Dialog title={texts.recipeNames[row.recipe]} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        {use.error && <Failure error={use.error} />}
        <p className="soft">{texts.useHint}</p>
        <ul className="recipe-emails">
          {row.emails.map(subject => (
            <li key={subject}>
              <Icon name="mail" /> <bdi>{subject}</bdi>
            </li>
          ))}
        </ul>
        {lists.data && listChoices.length === 0 && <p className="note warn">{texts.noList}</p>}
        {listChoices.length > 0 && (
          <SelectField
            label={texts.words.join!}
            value={list!}
            choices={listChoices}
            onChange={setListId}
          />
        )}
        {row.needsField && fieldChoices.length > 0 && (
          <SelectField
            label={texts.dateField}
            value={date!}
            choices={fieldChoices}
            onChange={setField}
          />
        )}
        {row.needsFeed && (
          <TextField
            label={feeds.address}
            hint={feeds.addressHint}
            value={feed}
            maxLength={LONGEST_ADDRESS}
            focused
            onChange={setFeed}
          />
        )}
        <div className="dialog-acts">
          <Button look="primary" type="submit" busy={use.isPending || list === undefined}>
            {texts.makePaused}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
