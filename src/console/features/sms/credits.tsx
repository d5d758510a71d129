/** The credits: the balance, each change of it, and more of them. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/fields.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFigures } from '../../texts/figures.ts'
import { millionths, useAmounts } from './amounts.ts'
import { useAddCredits, useCreditEntries, useCredits, useMessages } from './calls.ts'
import { useSmsTexts } from './words.ts'

export function CreditsView() {
  const texts = useSmsTexts()
  return (
    <div className="sms-credits">
      <section>
        <div className="sech">
          <h2>{texts.everyChange}</h2>
          <p>{texts.everyChangeHint}</p>
        </div>
        <Entries />
      </section>
      <aside className="stack">
        <Balance />
      </aside>
    </div>
  )
}

function Balance() {
  const texts = useSmsTexts()
  const amount = useAmounts()
  const { number } = useFigures()
  const credits = useCredits()
  const owns = useRight('own')
  const last = (useMessages(undefined).data?.pages[0]?.items ?? [])
    .map(({ cost }) => millionths(cost))
    .filter(cost => cost > 0n)
    .slice(0, LIKE_LAST)
  if (!credits.data) return null
  const { balance, held } = credits.data
  const mean = last.reduce((sum, cost) => sum + cost, 0n) / BigInt(Math.max(1, last.length))
  const times = mean > 0n ? Number((millionths(balance) * 10n) / mean) / 10 : undefined
  return (
    <section className="stack">
      <h2>{texts.balance}</h2>
      <p className="sms-cost">{amount(balance)}</p>
      <p className="soft small">
        {times === undefined ? texts.creditsHint : texts.lasts(number(times))}
      </p>
      {times !== undefined && times < 1 && <p className="note warn">{texts.low}</p>}
      {held.messages > 0 && (
        <div className="note warn">
          <span>{texts.heldCount(held.messages, amount(held.cost))}</span>
          <Link className="btn" to="/sms" search={{ state: 'held' }}>
            {texts.showHeld}
          </Link>
        </div>
      )}
      {owns ? <AddCredits /> : <p className="soft small">{texts.byOperator}</p>}
    </section>
  )
}

/** SMS that the balance is compared to. */
const LIKE_LAST = 5

function AddCredits() {
  const texts = useSmsTexts()
  const amount = useAmounts()
  const toast = useToast()
  const add = useAddCredits()
  const [{ credits, note }, setTyped] = useState({ credits: '', note: '' })
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        if (add.isPending) return
        add.mutate(
          { amount: credits.trim().replace(',', '.'), note },
          {
            onSuccess({ balance, released }) {
              setTyped({ credits: '', note: '' })
              const sent = released.length > 0 ? ` ${texts.released(released.length)}` : ''
              toast({ text: `${texts.added(amount(balance))}${sent}` })
            },
          },
        )
      }}
    >
      {add.error && <Failure error={add.error} />}
      <TextField
        label={texts.addAmount}
        value={credits}
        maxLength={40}
        onChange={next => setTyped({ credits: next, note })}
      />
      <TextField
        label={texts.note}
        value={note}
        maxLength={200}
        optional
        onChange={next => setTyped({ credits, note: next })}
      />
      <div>
        <Button look="primary" type="submit" busy={add.isPending}>
          {texts.add}
        </Button>
      </div>
    </form>
  )
}

function Entries() {
  const texts = useSmsTexts()
  const amount = useAmounts()
  const { moment } = useFigures()
  const entries = useCreditEntries()
  return (
    <PagedTable
      query={entries}
      empty={{ title: texts.entriesNone, sentence: texts.entriesHint }}
      more={texts.more}
      head={
        <>
          <th>{texts.what}</th>
          <th className="num">{texts.amount}</th>
          <th className="num hide-s">{texts.balanceAfter}</th>
          <th className="hide-s">{texts.when}</th>
        </>
      }
      row={one => (
        <tr key={one.id}>
          <td className="wrap">
            <span className="strong">{texts.entries[one.kind] ?? one.kind}</span>
            {one.messageId !== null && (
              <>
                {', '}
                <Link to="/sms/$id" params={{ id: String(one.messageId) }}>
                  {texts.ofSms(String(one.messageId))}
                </Link>
              </>
            )}
            {one.note !== '' && one.messageId === null && (
              <span className="sub">
                <bdi>{one.note}</bdi>
              </span>
            )}
          </td>
          <td className={one.amount.startsWith('-') ? 'num' : 'num sms-up'}>
            {one.amount.startsWith('-') ? '' : '+'}
            {amount(one.amount)}
          </td>
          <td className="num soft hide-s">{amount(one.balance)}</td>
          <td className="nowrap hide-s">{moment(one.created)}</td>
        </tr>
      )}
    />
  )
}
