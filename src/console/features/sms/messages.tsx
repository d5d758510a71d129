/** The ledger of SMS, the newest first; those to one number; a note on held ones. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useRight, useSeesPeople } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useAmounts } from './amounts.ts'
import { useCredits, useMessages, useSmsToNumber } from './calls.ts'
import { SmsBadge } from './states.tsx'
import { useSmsTexts } from './words.ts'

export function MessagesView() {
  const { number, state } = useSearch({ from: '/sms' })
  return (
    <>
      <HeldNote />
      <FindNumber key={number} number={number ?? ''} />
      {number === undefined ? <Messages state={state} /> : <SmsToNumber number={number} />}
    </>
  )
}

function HeldNote() {
  const texts = useSmsTexts()
  const amount = useAmounts()
  const { data } = useCredits()
  if (!data || data.held.messages === 0) return null
  return (
    <div className="note warn">
      <span>
        <b>{texts.heldCount(data.held.messages, amount(data.held.cost))}</b> {texts.heldHint}
      </span>
      <Link className="btn" to="/sms" search={{ state: 'held' }}>
        {texts.showHeld}
      </Link>
    </div>
  )
}

function FindNumber({ number }: { number: string }) {
  const texts = useSmsTexts()
  const navigate = useNavigate()
  const seesPeople = useSeesPeople()
  const { state } = useSearch({ from: '/sms' })
  const [typed, setTyped] = useState(number)
  if (!seesPeople) return null
  return (
    <form
      className="toolbar"
      onSubmit={event => {
        event.preventDefault()
        const wanted = typed.trim()
        void navigate({ to: '/sms', search: wanted === '' ? {} : { number: wanted } })
      }}
    >
      <span className="searchfield">
        <Icon name="search" />
        <input
          type="search"
          inputMode="tel"
          aria-label={texts.find}
          placeholder={texts.findHint}
          maxLength={40}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
        />
      </span>
      <Button type="submit">{texts.find}</Button>
      {(number !== '' || state !== undefined) && (
        <Link className="btn quiet" to="/sms">
          {texts.allMessages}
        </Link>
      )}
    </form>
  )
}

function Messages({ state }: { state: Parameters<typeof useMessages>[0] }) {
  const texts = useSmsTexts()
  const amount = useAmounts()
  const { number, moment } = useFigures()
  const messages = useMessages(state)
  const maySend = useRight('send')
  const write = maySend && (
    <Link className="btn primary" to="/sms/new">
      {texts.write}
    </Link>
  )
  return (
    <PagedTable
      query={messages}
      empty={{ title: texts.none, sentence: texts.noneHint, action: write }}
      more={texts.more}
      head={
        <>
          <th>{texts.text}</th>
          <th>{texts.state}</th>
          <th className="num hide-s">{texts.numbers}</th>
          <th className="num">{texts.cost}</th>
          <th className="hide-s">{texts.created}</th>
        </>
      }
      row={one => (
        <tr key={one.id}>
          <td className="wrap">
            <Link className="strong" to="/sms/$id" params={{ id: String(one.id) }}>
              <bdi>{shortened(one.text)}</bdi>
            </Link>
            <span className="sub">
              <bdi>
                {one.listName ?? (one.triggerId === null ? texts.oneNumber : texts.ofTrigger)}
              </bdi>
            </span>
          </td>
          <td>
            <SmsBadge state={one.state} />
          </td>
          <td className="num hide-s">{number(one.planned)}</td>
          <td className="num">{amount(one.cost)}</td>
          <td className="nowrap hide-s">{moment(one.created)}</td>
        </tr>
      )}
    />
  )
}

const SHOWN = 90

export function shortened(text: string): string {
  const characters = [...text.slice(0, 2 * SHOWN)]
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : text
}

function SmsToNumber({ number }: { number: string }) {
  const texts = useSmsTexts()
  const { moment } = useFigures()
  const found = useSmsToNumber(number)
  const first = found.data?.pages[0]
  return (
    <section>
      {first && (
        <div className="sech">
          <h2>{texts.found(first.number)}</h2>
          <p>{first.optedOut ? texts.numberOptedOut : texts.maySend}</p>
        </div>
      )}
      <PagedTable
        query={found}
        empty={{ title: texts.found(first?.number ?? number), sentence: texts.foundNone }}
        more={texts.more}
        head={
          <>
            <th>{texts.text}</th>
            <th>{texts.state}</th>
            <th className="hide-s">{texts.reason}</th>
            <th className="hide-s">{texts.created}</th>
          </>
        }
        row={one => (
          <tr key={one.smsId}>
            <td className="wrap">
              <Link className="strong" to="/sms/$id" params={{ id: String(one.smsId) }}>
                <bdi>{shortened(one.text)}</bdi>
              </Link>
            </td>
            <td>
              <SmsBadge state={one.state} />
            </td>
            <td className="wrap hide-s">
              <bdi>{one.reply ?? texts.reasons[one.reason ?? ''] ?? one.reason}</bdi>
            </td>
            <td className="nowrap hide-s">{moment(one.created)}</td>
          </tr>
        )}
      />
    </section>
  )
}
