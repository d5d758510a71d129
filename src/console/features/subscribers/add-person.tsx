/** Adding one person to a list. */

import { useState } from 'react'
import type { JoinedAnswer } from '../../../actions/subscribers/subscriptions.ts'
import { ApiFailure } from '../../api/client.ts'
import { forgetKept, useKept } from '../../api/kept.ts'
import { useLists } from '../../api/lists.ts'
import { useAddPerson } from '../../api/people.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { useSaid } from '../../parts/said.ts'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { type LeftPerson, PutBackDialog } from '../../shared/people/put-back-dialog.tsx'
import { useTexts } from '../../texts/language.tsx'

/** The key of the persisted form. */
export const ADDED_PERSON = 'person.add'

export function AddPersonDialog(props: { listId: number | undefined; onClose(): void }) {
  const texts = useTexts('people')
  const common = useTexts('common')
  const said = useSaid()
  const toast = useToast()
  const { data: lists = [] } = useLists()
  const add = useAddPerson()
  const [typed, setTyped] = useKept(ADDED_PERSON, {
    email: '',
    firstName: '',
    lastName: '',
    list: props.listId,
  })
  const { email, firstName, lastName } = typed
  const listId = typed.list ?? lists[0]?.id
  const wrong = add.error instanceof ApiFailure && add.error.field === 'body.email'
  const [left, setLeft] = useState<LeftPerson>()
  if (left) return <PutBackDialog left={left} onClose={props.onClose} />
  return (
    <Dialog title={texts.addPerson} onClose={props.onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (add.isPending || listId === undefined) return
          const done = (person: JoinedAnswer) => {
            forgetKept(ADDED_PERSON)
            const list = lists.find(({ id }) => id === listId)!
            if (!person.subscribed) return setLeft({ person, list })
            toast({ text: texts.added(email) })
            props.onClose()
          }
          add.mutate({ email, firstName, lastName, listId }, { onSuccess: done })
        }}
      >
        {add.error && !wrong && <Failure error={add.error} />}
        <TextField
          label={texts.address}
          type="email"
          value={email}
          onChange={next => setTyped({ ...typed, email: next })}
          problem={wrong ? said(add.error) : undefined}
          maxLength={320}
          focused
        />
        <div className="two">
          <TextField
            label={texts.firstName}
            value={firstName}
            onChange={next => setTyped({ ...typed, firstName: next })}
            maxLength={200}
            optional
          />
          <TextField
            label={texts.lastName}
            value={lastName}
            onChange={next => setTyped({ ...typed, lastName: next })}
            maxLength={200}
            optional
          />
        </div>
        <SelectField
          label={texts.list}
          value={String(listId ?? '')}
          choices={lists.map(one => ({ value: String(one.id), label: one.name }))}
          onChange={value => setTyped({ ...typed, list: Number(value) })}
        />
        <div className="dialog-acts">
          <Button
            onClick={() => {
              forgetKept(ADDED_PERSON)
              props.onClose()
            }}
          >
            {common.close}
          </Button>
          <Button look="primary" type="submit" busy={add.isPending || listId === undefined}>
            {texts.addPerson}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
