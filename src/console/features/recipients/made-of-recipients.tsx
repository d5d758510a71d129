/** A list or a filter of the recipients that are shown. */

import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useLists } from '../../api/lists.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useSaid } from '../../parts/said.ts'
import { useToast } from '../../parts/toasts.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { type RecipientChoice, useFilterOfRecipients, useListOfRecipients } from './calls.ts'

/** As a condition of a filter; undefined where filters have no condition for it. */
function whereOf(
  sendingId: number,
  { opened, clicked, ...others }: RecipientChoice,
): string | undefined {
  if (Object.keys(others).length > 0) return undefined
  const said = [
    ...(opened === undefined ? [] : [`${opened ? '' : 'not '}opened sending ${sendingId}`]),
    ...(clicked === undefined ? [] : [`${clicked ? '' : 'not '}clicked sending ${sendingId}`]),
  ]
  return said.length === 0 ? undefined : said.join(' and ')
}

export function MadeOfRecipients(props: { sendingId: number; choice: RecipientChoice }) {
  const texts = useTexts('report')
  const [asked, setAsked] = useState(false)
  const where = whereOf(props.sendingId, props.choice)
  const navigate = useNavigate()
  const filter = useFilterOfRecipients()
  const toast = useToast()
  const said = useSaid()
  return (
    <>
      {where !== undefined && (
        <Button
          busy={filter.isPending}
          icon={<Icon name="filter" />}
          onClick={() =>
            filter.mutate(
              { name: where, where },
              {
                onSuccess: id => void navigate({ to: '/filters/$id', params: { id: String(id) } }),
                onError: error => toast({ text: said(error), bad: true }),
              },
            )
          }
        >
          {texts.makeFilter}
        </Button>
      )}
      <Button icon={<Icon name="add" />} onClick={() => setAsked(true)}>
        {texts.putOnList}
      </Button>
      {asked && <ListDialog {...props} onClose={() => setAsked(false)} />}
    </>
  )
}

function ListDialog(props: { sendingId: number; choice: RecipientChoice; onClose(): void }) {
  const texts = useTexts('report')
  const { number } = useFigures()
  const toast = useToast()
  const lists = useLists().data ?? []
  const [chosen, setChosen] = useState('')
  const [name, setName] = useState('')
  const make = useListOfRecipients(props.sendingId, props.choice)
  const fromEmail = lists[0]?.fromEmail ?? ''
  const ready = chosen !== '' || (name.trim() !== '' && fromEmail !== '')
  return (
    <FormDialog
      title={texts.putOnList}
      act={texts.putOnList}
      error={make.error}
      busy={make.isPending || !ready}
      onSubmit={() =>
        make.mutate(chosen === '' ? { name, fromEmail } : { listId: Number(chosen) }, {
          onSuccess({ people }) {
            toast({ text: texts.goesOnList(number(people)) })
            props.onClose()
          },
        })
      }
      onClose={props.onClose}
    >
      <p>{texts.putOnListHint}</p>
      <SelectField
        label={texts.list}
        value={chosen}
        choices={[
          { value: '', label: texts.newList },
          ...lists.map(list => ({ value: String(list.id), label: list.name })),
        ]}
        onChange={setChosen}
      />
      {chosen === '' && (
        <TextField label={texts.listName} value={name} onChange={setName} maxLength={200} />
      )}
    </FormDialog>
  )
}
