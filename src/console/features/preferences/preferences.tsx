/** What readers may choose on their page of preferences. */
import { useState } from 'react'
import type { PreferencePageAnswer } from '../../../actions/preferences/preferences.ts'
import type { TaggedAnswer } from '../../api/client.ts'
import { isStale } from '../../api/edited.ts'
import { useFields } from '../../api/fields.ts'
import { useLists } from '../../api/lists.ts'
import { usePreferences, useSavePreferences } from '../../api/preferences.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { CheckList } from '../../parts/check-list.tsx'
import { SelectField } from '../../parts/fields.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { LineField } from '../../parts/small-fields.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'

export function PreferencesPage() {
  const texts = useTexts('preferences')
  const read = usePreferences()
  if (read.data) return <PreferencesForm read={read.data} refetch={read.refetch} />
  const retry = () => void read.refetch()
  return (
    <>
      <PageHead title={texts.title} />
      <div className="page">
        {read.error ? (
          <Failure error={read.error} onRetry={retry} />
        ) : (
          <LoadingRows onRetry={retry} />
        )}
      </div>
    </>
  )
}

type Page = PreferencePageAnswer

function PreferencesForm(props: {
  read: TaggedAnswer<Page>
  refetch(): Promise<{ data: TaggedAnswer<Page> | undefined }>
}) {
  const texts = useTexts('preferences')
  const toast = useToast()
  const mayChange = useRight('people')
  const [page, setPage] = useState(props.read.value)
  const [tag, setTag] = useState(props.read.tag)
  const save = useSavePreferences()
  const stale = isStale(save.error)
  const submit = () =>
    save.mutate(
      { page, ifMatch: tag },
      {
        onSuccess(saved) {
          setTag(saved.tag)
          setPage(saved.value)
          toast({ text: texts.saved })
        },
      },
    )
  const keepMine = async () => {
    const { data } = await props.refetch()
    if (data) setTag(data.tag)
    save.reset()
  }
  return (
    <>
      <PageHead
        title={texts.title}
        actions={
          mayChange && (
            <Button look="primary" busy={save.isPending || stale} onClick={submit}>
              {texts.save}
            </Button>
          )
        }
      />
      <div className="page">
        <fieldset className="plain-set stack wide" disabled={!mayChange}>
          <p>{texts.about}</p>
          <p className="soft">{texts.howThere}</p>
          {stale && (
            <div className="note warn" role="alert">
              <span>{texts.meanwhile}</span>
              <Button onClick={() => void keepMine()}>{texts.keepMine}</Button>
            </div>
          )}
          {save.error && !stale && <Failure error={save.error} />}
          <OfferedLists page={page} set={setPage} />
          <OfferedFields page={page} set={setPage} />
        </fieldset>
      </div>
    </>
  )
}

interface PartProps {
  page: Page
  set(page: Page): void
}

function OfferedLists({ page, set }: PartProps) {
  const texts = useTexts('preferences')
  const lists = useLists()
  if (!lists.data) return <LoadingRows onRetry={() => void lists.refetch()} />
  const known = new Map(page.lists.map(one => [one.id, one]))
  const names = new Map(lists.data.map(({ id, name }) => [id, name]))
  return (
    <>
      {lists.data.length === 0 ? (
        <p className="soft">{texts.noLists}</p>
      ) : (
        <CheckList
          label={texts.lists}
          choices={lists.data.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={page.lists.map(({ id }) => id)}
          onChange={ids =>
            set({ ...page, lists: ids.map(id => known.get(id) ?? { id, often: '' }) })
          }
        />
      )}
      <p className="soft">{texts.listsHint}</p>
      {page.lists.length > 0 && (
        <CheckList
          label={texts.confirmed}
          choices={page.lists.map(({ id }) => {
            return { value: id, label: names.get(id) ?? String(id) }
          })}
          chosen={page.confirmedLists}
          onChange={ids => set({ ...page, confirmedLists: ids })}
        />
      )}
      {page.lists.map(({ id, often }, at) => (
        <LineField
          key={id}
          label={texts.often(names.get(id) ?? String(id))}
          hint={at === 0 ? texts.oftenHint : undefined}
          value={often}
          most={200}
          onChange={given =>
            set({
              ...page,
              lists: page.lists.map(one => (one.id === id ? { id, often: given } : one)),
            })
          }
        />
      ))}
    </>
  )
}

function OfferedFields({ page, set }: PartProps) {
  const texts = useTexts('preferences')
  const fields = useFields()
  const named = (fields.data ?? []).filter(({ number, name }) => name !== `DD${number}`)
  const choices = [
    { value: 'name', label: texts.personName },
    ...named.map(({ number, name }) => ({ value: `DD${number}`, label: name })),
  ]
  const others = page.fields.filter(key => !choices.some(({ value }) => value === key))
  return (
    <>
      <CheckList
        label={texts.fields}
        choices={[...choices, ...others.map(value => ({ value, label: value }))]}
        chosen={page.fields}
        onChange={keys => set({ ...page, fields: keys })}
      />
      <p className="soft">{texts.fieldsHint}</p>
      <SelectField
        label={texts.language}
        value={page.languageField ?? ''}
        choices={[
          { value: '', label: texts.noLanguage },
          ...choices.slice(1),
          ...(page.languageField === null || choices.some(one => one.value === page.languageField)
            ? []
            : [{ value: page.languageField, label: page.languageField }]),
        ]}
        onChange={field => set({ ...page, languageField: field === '' ? null : field })}
      />
      <p className="soft">{texts.languageHint}</p>
    </>
  )
}
