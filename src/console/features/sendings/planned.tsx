/** A scheduled sending as it was ordered: its time in both zones, its newsletter, its audience. */
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { LiveSending } from '../../../actions/sendings/sending-live.ts'
import { useFields } from '../../api/fields.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { TimeDialog } from './time-dialog.tsx'

type Order = NonNullable<LiveSending['order']>

export function Planned({ sending, order }: { sending: LiveSending; order: Order }) {
  const texts = useTexts('sendings')
  const maySend = useRight('send')
  const [asked, setAsked] = useState(false)
  const { state, subject, newsletterId, name, canUndo, parentId } = sending
  const { lists, excluded, filters, fromName, fromEmail } = order
  const rows: [string, ReactNode][] = [
    [texts.begins, <Begins key="when" sending={sending} order={order} />],
    [
      texts.newsletter,
      <Link key="what" to="/newsletters/$id" params={{ id: String(newsletterId) }}>
        <bdi>{name}</bdi>
      </Link>,
    ],
    [texts.subject, <bdi key="subject">{subject}</bdi>],
    [
      texts.from,
      <bdi key="from">{fromName === '' ? fromEmail : `${fromName} <${fromEmail}>`}</bdi>,
    ],
    [texts.lists, <Lists key="lists" of={lists} />],
  ]
  if (excluded.length > 0) rows.push([texts.except, <Lists key="except" of={excluded} />])
  if (filters.length > 0) rows.push([texts.onlyThose, <Filters key="filters" of={filters} />])
  if (order.resendOf) rows.push([texts.onlyThose, <ResendOf key="resend" of={order.resendOf} />])
  else rows.push([texts.gotIt, order.repeat ? texts.gotItToo : texts.gotItNot])
  return (
    <section className="sec">
      <dl className="pairs planned">
        {rows.map(([term, said]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="wrap">{said}</dd>
          </div>
        ))}
      </dl>
      {maySend && state === 'scheduled' && canUndo && parentId === null && (
        <p className="planned-acts">
          <Button onClick={() => setAsked(true)}>{texts.changeTime}</Button>
        </p>
      )}
      {asked && <TimeDialog sending={sending} order={order} onClose={() => setAsked(false)} />}
    </section>
  )
}

/** Not an offset, which a sending has when nobody chose a zone. */
const isNamed = (zone: string): boolean => zone.includes('/')

function Begins({ sending, order }: { sending: LiveSending; order: Order }) {
  const texts = useTexts('sendings')
  const { zonedDay, localDay, number } = useFigures()
  const fields = useFields().data ?? []
  const { startsAt, zone } = sending
  const { local, bestHour, sharePerDay } = order
  if (local) {
    const field = fields.find(one => one.number === local.field)?.name ?? ''
    return (
      <>
        {localDay(local.at)}
        <span className="sub">{texts.localTime(field)}</span>
      </>
    )
  }
  const here = zonedDay(startsAt)
  const there = zonedDay(startsAt, zone)
  return (
    <>
      {here}
      {isNamed(zone) && there !== here && (
        <span className="sub">{texts.zoneOfList(`${there}, ${zone}`)}</span>
      )}
      {bestHour && <span className="sub">{texts.bestHour}</span>}
      {sharePerDay !== null && <span className="sub">{texts.shareADay(number(sharePerDay))}</span>}
    </>
  )
}

function Lists({ of }: { of: Order['lists'] }) {
  const texts = useTexts('sendings')
  return of.map(({ id, name }, at) => (
    <span key={id}>
      {at > 0 && ', '}
      {name === '' ? (
        texts.listRemoved
      ) : (
        <Link to="/lists/$id" params={{ id: String(id) }}>
          <bdi>{name}</bdi>
        </Link>
      )}
    </span>
  ))
}

const Filters = ({ of }: { of: Order['filters'] }) =>
  of.map(({ id, name }, at) => (
    <span key={id}>
      {at > 0 && ', '}
      <Link to="/filters/$id" params={{ id: String(id) }}>
        <bdi>{name}</bdi>
      </Link>
    </span>
  ))

function ResendOf({ of }: { of: NonNullable<Order['resendOf']> }) {
  const texts = useTexts('sendings')
  return (
    <Link to="/sendings/$id" params={{ id: String(of.sendingId) }}>
      {texts.resendOf[of.without]}
    </Link>
  )
}
