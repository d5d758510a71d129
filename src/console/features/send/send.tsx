/** Sending a newsletter, on one page: who gets it, how it looks, whether it is right, and when. */
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { NewsletterAnswer } from '../../../actions/newsletters/newsletters.ts'
import type { LiveSending } from '../../../actions/sendings/sending-live.ts'
import { useNewsletterPreview } from '../../api/newsletter-previews.ts'
import { useRight } from '../../api/session.ts'
import { EmailPicture } from '../../parts/email-picture.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useCheck } from '../../shared/findings/check.ts'
import { SendProblem } from '../../shared/sendings/send-problem.tsx'
import { momentIn, zoneHere } from '../../shared/sendings/zone-times.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { AbTest } from './ab-test.tsx'
import { useAudienceChoice, useKnownLists } from './audience-choice.ts'
import { AudienceStep } from './audience-step.tsx'
import { useFunnel, useNewsletterToSend, useSend, useUndone } from './calls.ts'
import { ChecksStep } from './checks-step.tsx'
import { InboxStep } from './inbox-step.tsx'
import {
  faultsOf,
  isAtOnce,
  NEW_SPLIT,
  type OrderChoice,
  orderBody,
  orderOfUndone,
  timesOfOrder,
  withTest,
} from './order.ts'
import { Summary } from './summary.tsx'
import { WhenStep } from './when-step.tsx'
import '../../parts/charts/charts.css'
import '../../shared/sendings/sendings.css'
import './send.css'
import './steps.css'

export function SendPage() {
  const texts = useTexts('send')
  const { id } = useParams({ from: '/newsletters/$id/send' })
  const newsletter = useNewsletterToSend(Number(id))
  const search = useSearch({ from: '/newsletters/$id/send' })
  const undone = useUndone(search.undone)
  const maySend = useRight('send')
  const again = () => void newsletter.refetch()
  if (newsletter.data && maySend && !undone.isLoading)
    return <Sending key={id} newsletter={newsletter.data} undone={undone.data} />
  return (
    <>
      <PageHead title={newsletter.data?.name ?? texts.send} />
      <div className="page">
        {newsletter.error && <Failure error={newsletter.error} onRetry={again} />}
        {newsletter.isPending && <LoadingRows onRetry={again} />}
        {newsletter.data && <p className="note">{texts.mayNotSend}</p>}
      </div>
    </>
  )
}

const NOW: Omit<OrderChoice, 'zone'> = {
  when: 'now',
  at: '',
  zoneField: undefined,
  sharePerDay: '',
  anyHour: false,
  split: undefined,
}

function Sending({
  newsletter,
  undone,
}: {
  newsletter: NewsletterAnswer
  undone: LiveSending | undefined
}) {
  const texts = useTexts('send')
  const { number, span, zoned, zonedDay } = useFigures()
  const navigate = useNavigate()
  const { id, name, subject, fromName } = newsletter
  const [choice, setChoice] = useAudienceChoice(newsletter, undone)
  const [order, setOrder] = useState<OrderChoice>(() =>
    undone ? orderOfUndone(undone) : { ...NOW, zone: zoneHere() },
  )
  const [local, setLocal] = useState(false)
  const [seen, setSeen] = useState(false)
  const counted = useFunnel(id, choice, timesOfOrder(order))
  const funnel = choice.listIds.length > 0 ? counted.data : undefined
  const { gone, nameOf } = useKnownLists(choice)
  const version = JSON.stringify([subject, newsletter.preheader, fromName])
  const shown = useNewsletterPreview(id, version, seen || hasTags(subject + newsletter.preheader))
  const withValues = hasTags(subject) ? (shown.data?.subject ?? subject) : subject
  // By default it is called as its subject is.
  const called = name === subject ? withValues : name
  const check = useCheck(id, choice.listIds[0], version)
  const send = useSend()
  const people = funnel?.willGet ?? 0
  const seconds = funnel?.perSecond ? people / funnel.perSecond : undefined
  const list = nameOf(choice.listIds[0])
  const sender = { name: list?.fromName || list?.name || '', email: list?.fromEmail ?? '' }
  const held =
    gone.length > 0 || counted.error
      ? texts.holds.audience
      : people === 0
        ? texts.holds.nobody
        : check.data?.wrong
          ? texts.holds.checks
          : faultsOf(order, funnel?.measured).length > 0
            ? texts.holds.when
            : undefined
  const body = (allowed: boolean) =>
    orderBody(id, choice, order, { expected: people, local: allowed })
  const keyOf = useKeyOf()
  const go = (allowed = local) => {
    if (send.isPending || held !== undefined) return
    const sent = body(allowed)
    send.mutate(
      { body: sent, key: keyOf(JSON.stringify(sent)) },
      {
        onSuccess: sending =>
          void navigate({ to: '/sendings/$id', params: { id: String(sending.id) } }),
        // Its count is no longer true.
        onError: () => void counted.refetch(),
      },
    )
  }
  const rows = [
    { name: texts.rowPeople, value: number(people) },
    { name: texts.from, value: <bdi>{newsletter.fromEmail || sender.email}</bdi> },
    { name: texts.subject, value: <bdi>{withValues}</bdi> },
    {
      name: texts.rowStarts,
      value: order.when === 'now' ? texts.now(zoned(Date.now())) : <StartsSaid order={order} />,
    },
    ...(order.when === 'best' && funnel?.plan?.last
      ? [{ name: texts.rowEnds, value: zonedDay(funnel.plan.last) }]
      : []),
    ...(seconds === undefined ? [] : [{ name: texts.rowTakes, value: texts.about(span(seconds)) }]),
  ]
  return (
    <>
      <PageHead
        title={called}
        above={texts.send}
        actions={
          <Link className="btn" to="/sendings">
            {texts.allSendings}
          </Link>
        }
      />
      <div className="page sendp">
        <div className="sendmain">
          <AudienceStep
            choice={choice}
            funnel={funnel}
            countedAt={counted.dataUpdatedAt}
            counting={counted.isFetching}
            error={counted.error}
            onRetry={() => void counted.refetch()}
            gone={gone}
            onChange={setChoice}
          />
          <InboxStep
            newsletter={newsletter}
            sender={sender}
            shown={shown.data}
            mayEdit
            {...(order.split === undefined && {
              onTest: () =>
                setOrder({ ...withTest(order, NEW_SPLIT), sharePerDay: '', zoneField: undefined }),
            })}
          />
          {order.split && (
            <AbTest
              order={order}
              split={order.split}
              people={people}
              measured={funnel?.measured}
              newsletter={{
                id,
                subject,
                fromName: fromName || sender.name,
                translated: isTranslated(newsletter),
              }}
              onChange={split => setOrder(split ? withTest(order, split) : { ...order, split })}
            />
          )}
          <ChecksStep
            newsletterId={id}
            listId={choice.listIds[0]}
            domain={(newsletter.fromEmail || sender.email).split('@')[1] ?? ''}
            checked={check.data}
            checking={check.isFetching}
            error={check.error}
            onAgain={() => void check.refetch()}
            local={local}
            onLocal={() => setLocal(true)}
          />
          <WhenStep
            order={order}
            funnel={funnel}
            doneIn={seconds === undefined ? undefined : span(seconds)}
            onChange={setOrder}
          />
        </div>
        <Summary
          name={called}
          rows={rows}
          people={people}
          scheduled={!isAtOnce(order)}
          held={held}
          farMore={funnel?.farMore ?? false}
          usual={funnel?.usual ?? null}
          busy={send.isPending}
          problem={
            send.error && (
              <SendProblem
                error={send.error}
                onLocal={() => {
                  setLocal(true)
                  go(true)
                }}
              />
            )
          }
          onSend={() => go()}
        >
          <EmailPicture
            title={texts.picture}
            html={shown.data?.html}
            onSeen={() => setSeen(true)}
          />
        </Summary>
      </div>
    </>
  )
}

const isTranslated = ({ source }: NewsletterAnswer): boolean =>
  source.kind === 'blocks' && source.document.languages !== undefined

const hasTags = (subject: string): boolean => /\{[{%]/.test(subject)

/** At a time of a zone: beside it, when that is here. */
function StartsSaid({ order: { when, at, zone } }: { order: OrderChoice }) {
  const texts = useTexts('send')
  const { zonedDay, localDay, zoned } = useFigures()
  if (when === 'best' && at === '') return texts.bestStart(texts.now(zoned(Date.now())))
  if (at === '') return '–'
  if (when === 'local') return texts.localStart(localDay(at))
  const moment = momentIn(at, zone)
  if (moment === undefined) return '–'
  const text = new Date(moment).toISOString()
  const there = zonedDay(text, zone)
  const here = zonedDay(text)
  return (
    <>
      {when === 'best' ? texts.bestStart(here) : here}
      {here !== there && <span className="sub">{texts.there(there, zone)}</span>}
    </>
  )
}

/** The same order again, after a reply that was lost, has the same key; another has another. */
function useKeyOf(): (order: string) => string {
  const last = useRef({ order: '', key: '' })
  return order => {
    if (last.current.order !== order) {
      const bytes = crypto.getRandomValues(new Uint8Array(16))
      last.current = { order, key: [...bytes].map(byte => byte.toString(16)).join('') }
    }
    return last.current.key
  }
}
