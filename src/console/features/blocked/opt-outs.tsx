/** The opt-outs, with their reasons. */
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { OptOutAnswer } from '../../../actions/opt-outs/opt-outs.ts'
import { useAddOptOut, useLiftOptOut, useOptOuts } from '../../api/blocked.ts'
import { forgetKept, isKept, useKept } from '../../api/kept.ts'
import { useLists } from '../../api/lists.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { WhoLeft } from '../../shared/people/who-left.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'

export function OptOutsPage() {
  const texts = useTexts('blocked')
  const people = useTexts('people')
  const [view, setView] = useState<'left' | 'optOuts'>(() =>
    isKept(NEW_OPT_OUT) ? 'optOuts' : 'left',
  )
  const tabs = (
    <PageTabs
      label={texts.optOuts}
      value={view}
      choices={[
        { value: 'left', label: people.whoLeft },
        { value: 'optOuts', label: people.standings['opted-out'] },
      ]}
      onChange={value => setView(value as typeof view)}
    />
  )
  if (view === 'optOuts') return <OptOuts tabs={tabs} />
  return (
    <>
      <PageHead title={texts.optOuts} />
      {tabs}
      <div className="page">
        <WhoLeft />
      </div>
    </>
  )
}

function OptOuts({ tabs }: { tabs: ReactNode }) {
  const texts = useTexts('blocked')
  const { time } = useFormats()
  const toast = useToast()
  const optOuts = useOptOuts()
  const lift = useLiftOptOut()
  const optOut = useAddOptOut()
  const mayChange = useRight('people')
  const isEmpty = optOuts.data?.pages[0]?.items.length === 0
  const [adding, setAdding] = useState(() => isKept(NEW_OPT_OUT))
  const add = mayChange && (
    <Button look="primary" icon={<Icon name="optOut" />} hotkey="n" onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  )
  const [lifting, setLifting] = useState<{ email: string; reason: string }>()
  const liftOne = (given: { email: string; reason: string }, reason: string) => {
    const undo = () => optOut.mutate(given)
    const onSuccess = () => {
      setLifting(undefined)
      toast({ text: texts.lifted(given.email), undo })
    }
    lift.mutate({ email: given.email, reason }, { onSuccess })
  }
  return (
    <>
      <PageHead title={texts.optOuts} actions={!isEmpty && add} />
      {tabs}
      <div className="page">
        <PagedTable
          query={optOuts}
          empty={{ title: texts.optOutsNone, sentence: texts.optOutsHint, action: add }}
          more={texts.more}
          head={
            <>
              <th>{texts.address}</th>
              <th className="hide-s">{texts.reason}</th>
              <th className="hide-s">{texts.source}</th>
              <th className="hide-s">{texts.optedOut}</th>
              {mayChange && (
                <th>
                  <span className="sr">{texts.lift}</span>
                </th>
              )}
            </>
          }
          row={({ email, name, reason, created, listId, sendingId }) => (
            <tr key={email}>
              <td className="strong wrap">
                <bdi>{email}</bdi>
                {name !== '' && (
                  <span className="sub">
                    <bdi>{name}</bdi>
                  </span>
                )}
                <span className="only-s sub">
                  {reason !== '' && (
                    <>
                      <bdi>{reason}</bdi> ·{' '}
                    </>
                  )}
                  {time(created)}
                </span>
              </td>
              <td className="wrap hide-s">
                <bdi>{reason}</bdi>
              </td>
              <td className="wrap hide-s">
                <Source listId={listId} sendingId={sendingId} />
              </td>
              <td className="nowrap hide-s">{time(created)}</td>
              {mayChange && (
                <td className="num">
                  <Button onClick={() => setLifting({ email, reason })}>
                    {texts.lift}
                    <span className="sr"> {email}</span>
                  </Button>
                </td>
              )}
            </tr>
          )}
        />
      </div>
      {adding && <OptOutDialog onClose={() => setAdding(false)} />}
      {lifting && (
        <ReasonDialog
          asked="lift"
          email={lifting.email}
          busy={lift.isPending}
          error={lift.error}
          onClose={() => setLifting(undefined)}
          onDone={reason => liftOne(lifting, reason)}
        />
      )}
    </>
  )
}

/** The sending or the list of the opt-out. */
function Source({ listId, sendingId }: Pick<OptOutAnswer, 'listId' | 'sendingId'>) {
  const texts = useTexts('blocked')
  const { data: lists = [] } = useLists()
  const list = lists.find(({ id }) => id === listId)
  return (
    <>
      {list && (
        <Link to="/lists/$id" params={{ id: String(list.id) }}>
          <bdi>{list.name}</bdi>
        </Link>
      )}
      {list && sendingId !== null && ', '}
      {sendingId !== null && (
        <Link to="/sendings/$id" params={{ id: String(sendingId) }}>
          {texts.ofSending(String(sendingId))}
        </Link>
      )}
    </>
  )
}

/** The key of the persisted form. */
const NEW_OPT_OUT = 'opt-out.add'

function OptOutDialog({ onClose }: { onClose(): void }) {
  const texts = useTexts('blocked')
  const common = useTexts('common')
  const toast = useToast()
  const add = useAddOptOut()
  const lift = useLiftOptOut()
  const [{ email, reason }, setTyped] = useKept(NEW_OPT_OUT, { email: '', reason: '' })
  return (
    <Dialog title={texts.add} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (add.isPending) return
          const onSuccess = () => {
            forgetKept(NEW_OPT_OUT)
            const undo = () => lift.mutate({ email })
            toast({ text: texts.added(email), undo })
            onClose()
          }
          add.mutate({ email, reason }, { onSuccess })
        }}
      >
        {add.error && <Failure error={add.error} />}
        <TextField
          label={texts.address}
          type="email"
          value={email}
          onChange={next => setTyped({ email: next, reason })}
          maxLength={320}
          focused
        />
        <TextField
          label={texts.reason}
          hint={texts.optOutsHint}
          value={reason}
          onChange={next => setTyped({ email, reason: next })}
          maxLength={500}
          optional
        />
        <div className="dialog-acts">
          <Button
            onClick={() => {
              forgetKept(NEW_OPT_OUT)
              onClose()
            }}
          >
            {common.close}
          </Button>
          <Button look="primary" type="submit" busy={add.isPending}>
            {texts.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
