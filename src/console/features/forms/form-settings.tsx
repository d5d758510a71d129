/** The name of a form, its lists, and what it asks for. */
import { useState } from 'react'
import type { FormAnswer } from '../../../actions/forms/forms.ts'
import { useFields } from '../../api/fields.ts'
import { useEditForm } from '../../api/forms.ts'
import { useLists } from '../../api/lists.ts'
import { Button } from '../../parts/button.tsx'
import { CheckList } from '../../parts/check-list.tsx'
import { TextField } from '../../parts/fields.tsx'
import { YesNo } from '../../parts/small-fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'

export function FormSettings({ form, mayChange }: { form: FormAnswer; mayChange: boolean }) {
  const texts = useTexts('forms')
  const toast = useToast()
  const lists = useLists()
  const fields = useFields()
  const { mutate, isPending, error } = useEditForm(form.id)
  const [name, setName] = useState(form.name)
  const [listIds, setListIds] = useState(form.listIds)
  const [listsChosen, setListsChosen] = useState(form.listsChosen)
  const [asked, setAsked] = useState(form.asked)
  const [required, setRequired] = useState(form.required)
  const [keepIp, setKeepIp] = useState(form.keepIp)
  const known = [
    { value: 'name', label: texts.personName },
    ...(fields.data ?? []).map(({ number, name }) => ({ value: `DD${number}`, label: name })),
  ]
  const labelled = (names: readonly string[]) =>
    names.map(value => known.find(one => one.value === value) ?? { value, label: value })
  const offered = [...known, ...labelled(asked.filter(one => !known.some(k => k.value === one)))]
  const submit = () =>
    mutate(
      {
        name,
        listIds,
        listsChosen,
        asked,
        required: required.filter(field => asked.includes(field)),
        keepIp,
      },
      { onSuccess: () => toast({ text: texts.saved }) },
    )
  return (
    <section>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (!isPending) submit()
        }}
      >
        <h2>{texts.settings}</h2>
        {error && <Failure error={error} />}
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          value={name}
          onChange={setName}
          maxLength={200}
        />
        {lists.data && (
          <CheckList
            label={texts.forLists}
            choices={lists.data.map(({ id, name }) => ({ value: id, label: name }))}
            chosen={listIds}
            onChange={setListIds}
          />
        )}
        <YesNo label={texts.chosen} value={listsChosen} onChange={setListsChosen} />
        <CheckList label={texts.asked} choices={offered} chosen={asked} onChange={setAsked} />
        {asked.length > 0 && (
          <CheckList
            label={texts.required}
            choices={labelled(asked)}
            chosen={required}
            onChange={setRequired}
          />
        )}
        <div>
          <YesNo label={texts.keepIp} value={keepIp} onChange={setKeepIp} />
          <p className="soft">{texts.keepIpHint}</p>
        </div>
        {mayChange && (
          <p>
            <Button look="primary" type="submit" busy={isPending || listIds.length === 0}>
              {texts.save}
            </Button>
          </p>
        )}
      </form>
    </section>
  )
}
