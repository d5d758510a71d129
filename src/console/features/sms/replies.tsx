/** Replies of numbers, and the numbers that are opted out of SMS. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Icon } from '../../parts/icons.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useLiftSmsOptOut, useOptOutOfSms, useReplies, useSmsOptOuts } from './calls.ts'
import { useSmsTexts } from './words.ts'

export function RepliesView() {
  const texts = useSmsTexts()
  const { moment } = useFigures()
  const replies = useReplies()
  return (
    <PagedTable
      query={replies}
      empty={{ title: texts.repliesNone, sentence: texts.repliesHint }}
      more={texts.more}
      head={
        <>
          <th>{texts.number}</th>
          <th>{texts.answer}</th>
          <th>{texts.state}</th>
          <th className="hide-s">{texts.received}</th>
        </>
      }
      row={one => (
        <tr key={one.id}>
          <td className="nowrap">
            <Link className="strong" to="/sms" search={{ number: one.number }}>
              {one.number}
            </Link>
          </td>
          <td className="wrap">
            <bdi>{one.text}</bdi>
          </td>
          <td className={one.meaning === 'other' ? 'soft' : ''}>
            {texts.meaning[one.meaning] ?? one.meaning}
          </td>
          <td className="nowrap hide-s">{moment(one.received)}</td>
        </tr>
      )}
    />
  )
}

export function OptOutsView() {
  const texts = useSmsTexts()
  const { moment } = useFigures()
  const toast = useToast()
  const optOuts = useSmsOptOuts()
  const lift = useLiftSmsOptOut()
  const mayChange = useRight('people')
  const [adding, setAdding] = useState(false)
  const isEmpty = optOuts.data?.pages[0]?.items.length === 0
  const add = mayChange && (
    <Button icon={<Icon name="optOut" />} onClick={() => setAdding(true)}>
      {texts.addOptOut}
    </Button>
  )
  return (
    <>
      {lift.error && <Failure error={lift.error} />}
      {!isEmpty && add && <div className="acts">{add}</div>}
      <PagedTable
        query={optOuts}
        empty={{ title: texts.optOutsNone, sentence: texts.optOutsHint, action: add }}
        more={texts.more}
        head={
          <>
            <th>{texts.number}</th>
            <th>{texts.reason}</th>
            <th className="hide-s">{texts.since}</th>
            {mayChange && (
              <th>
                <span className="sr">{texts.lift}</span>
              </th>
            )}
          </>
        }
        row={({ number, reason, created }) => (
          <tr key={`${created} ${number}`}>
            <td className="nowrap strong">{number ?? <i className="soft">{texts.erased}</i>}</td>
            <td className="wrap">
              <bdi>{texts.reasons[reason] ?? reason}</bdi>
            </td>
            <td className="nowrap hide-s">{moment(created)}</td>
            {mayChange && (
              <td className="num">
                {number !== null && (
                  <Button
                    onClick={() =>
                      lift.mutate(number, {
                        onSuccess: () => toast({ text: texts.lifted(number) }),
                      })
                    }
                  >
                    {texts.lift}
                    <span className="sr"> {number}</span>
                  </Button>
                )}
              </td>
            )}
          </tr>
        )}
      />
      {adding && <AddOptOut onClose={() => setAdding(false)} />}
    </>
  )
}

function AddOptOut({ onClose }: { onClose(): void }) {
  const texts = useSmsTexts()
  const toast = useToast()
  const add = useOptOutOfSms()
  const [number, setNumber] = useState('')
  return (
    <FormDialog
      title={texts.addOptOut}
      act={texts.addOptOut}
      error={add.error}
      busy={add.isPending}
      onSubmit={() =>
        add.mutate(number, {
          onSuccess(done) {
            toast({ text: texts.optedOutNow(done.number) })
            onClose()
          },
        })
      }
      onClose={onClose}
    >
      <TextField
        label={texts.number}
        hint={texts.findHint}
        value={number}
        maxLength={40}
        onChange={setNumber}
        focused
      />
    </FormDialog>
  )
}
