/** The sign-up forms: which of them bring people, and whether those confirm. */
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { FormAnswer } from '../../../actions/forms/forms.ts'
import { type SpokenLanguage, useAddForm, useForms } from '../../api/forms.ts'
import { useLists } from '../../api/lists.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { EmptyState, Failure, LoadingRows } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { HeldSignUps } from '../../shared/forms/held-sign-ups.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import './forms.css'
import { CheckList } from '../../parts/check-list.tsx'
import { SPOKEN } from './spoken.ts'

export function FormsPage() {
  const texts = useTexts('forms')
  const { data, error, isPending, refetch } = useForms()
  const mayChange = useRight('people')
  const [adding, setAdding] = useState(false)
  const add = mayChange && (
    <Button look="primary" icon={<Icon name="plus" />} hotkey="n" onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  )
  return (
    <>
      <PageHead title={texts.title} actions={data?.length !== 0 && add} />
      <div className="page">
        {error && <Failure error={error} onRetry={() => void refetch()} />}
        {isPending && <LoadingRows onRetry={() => void refetch()} />}
        {data?.length === 0 && (
          <EmptyState title={texts.none} sentence={texts.noneHint}>
            {add}
          </EmptyState>
        )}
        <HeldSignUps />
        {data && data.length > 0 && <FormsTable forms={data} />}
      </div>
      {adding && <AddFormDialog onClose={() => setAdding(false)} />}
    </>
  )
}

function FormsTable({ forms }: { forms: readonly FormAnswer[] }) {
  const texts = useTexts('forms')
  const { number, rate } = useFigures()
  const lists = useLists()
  const named = new Map(lists.data?.map(({ id, name }) => [id, name]))
  return (
    <table>
      <thead>
        <tr>
          <th>{texts.name}</th>
          <th className="hide-s">{texts.forLists}</th>
          <th className="num">
            {texts.signedUp}
            <span className="sub">{texts.days}</span>
          </th>
          <th className="num">{texts.confirmed}</th>
          <th className="num hide-s">{texts.waiting}</th>
          <th className="num hide-s">{texts.held}</th>
        </tr>
      </thead>
      <tbody>
        {forms.map(form => (
          <tr key={form.id}>
            <td className="strong wrap">
              <Link to="/forms/$id" params={{ id: String(form.id) }}>
                <bdi>{form.name}</bdi>
              </Link>
              {!form.active && <span className="sub">{texts.closed}</span>}
            </td>
            <td className="wrap hide-s">
              {form.listIds.map(id => named.get(id) ?? String(id)).join(', ')}
            </td>
            <td className="num">{number(form.signedUp)}</td>
            <td className="num">
              {number(form.confirmed)}
              {form.confirmed + form.expired > 0 && (
                <span className="sub">{rate(form.confirmed, form.confirmed + form.expired)}</span>
              )}
            </td>
            <td className="num hide-s">{number(form.waiting)}</td>
            <td className="num hide-s">{number(form.held)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function AddFormDialog({ onClose }: { onClose(): void }) {
  const texts = useTexts('forms')
  const toast = useToast()
  const navigate = useNavigate()
  const lists = useLists()
  const { mutate, isPending, error } = useAddForm()
  const [name, setName] = useState('')
  const [listIds, setListIds] = useState<number[]>([])
  const [language, setLanguage] = useState<SpokenLanguage>(SPOKEN[0].value)
  const submit = () =>
    mutate(
      { name, listIds, language },
      {
        onSuccess({ id }) {
          toast({ text: texts.made(name) })
          void navigate({ to: '/forms/$id', params: { id: String(id) } })
        },
      },
    )
  return (
    <Dialog title={texts.add} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (!isPending) submit()
        }}
      >
        {error && <Failure error={error} />}
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          value={name}
          onChange={setName}
          maxLength={200}
          focused
        />
        {lists.data && (
          <CheckList
            label={texts.forLists}
            choices={lists.data.map(({ id, name }) => ({ value: id, label: name }))}
            chosen={listIds}
            onChange={setListIds}
          />
        )}
        <SelectField
          label={texts.language}
          value={language}
          choices={SPOKEN}
          onChange={value => setLanguage(value)}
        />
        <div className="dialog-acts">
          <Button look="primary" type="submit" busy={isPending || listIds.length === 0}>
            {texts.make}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
