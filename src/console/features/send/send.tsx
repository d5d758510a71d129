/** Sending a newsletter, on one page: who gets it, how it looks, whether it is right, and when. */
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { NewsletterAnswer } from '../../../actions/newsletters/newsletters.ts'
import { useArchivedLists, useLists } from '../../api/lists.ts'
import { useNewsletterPreview } from '../../api/newsletter-previews.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { EmailPicture } from '../../parts/email-picture.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { isOnlyHere } from '../../shared/sendings/only-here.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { AbTest } from './ab-test.tsx'
import { AudienceStep } from './audience-step.tsx'
import { type AudienceChoice, useCheck, useFunnel, useNewsletterToSend, useSend } from './calls.ts'
import { ChecksStep } from './checks-step.tsx'
import { InboxStep } from './inbox-step.tsx'
import { faultsOf, NEW_SPLIT, type OrderChoice, orderBody, zoneHere } from './order.ts'
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
  const maySend = useRight('send')
  const again = () => void newsletter.refetch()
  if (newsletter.data && maySend) return <Sending key={id} newsletter={newsletter.data} />
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
  split: undefined,
}

function Sending({ newsletter }: { newsletter: NewsletterAnswer }) {
  const texts = useTexts('send')
  const { number, span, zoned } = useFigures()
  const navigate = useNavigate()
  const { id, name, subject, fromName } = newsletter
  const [choice, setChoice] = useAudienceChoice(newsletter)
  const [order, setOrder] = useState<OrderChoice>({ ...NOW, zone: zoneHere() })
  const [local, setLocal] = useState(false)
  const [seen, setSeen] = useState(false)
  const counted = useFunnel({ ...choice, zoneField: order.zoneField })
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
          : faultsOf(order).length > 0
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
      value: order.when === 'now' ? texts.now(zoned(Date.now())) : startsSaid(order),
    },
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
                setOrder({ ...order, split: NEW_SPLIT, sharePerDay: '', zoneField: undefined }),
            })}
          />
          {order.split && (
            <AbTest
              order={order}
              split={order.split}
              people={people}
              newsletter={{ id, subject, fromName: fromName || sender.name }}
              onChange={split =>
                setOrder({ ...order, split, ...(order.when === 'local' && { when: 'now' }) })
              }
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
          scheduled={order.when !== 'now'}
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

const hasTags = (subject: string): boolean => /\{[{%]/.test(subject)

const startsSaid = ({ when, at, zone }: OrderChoice): string =>
  `${at.replace('T', ' ')}${when === 'local' ? '' : ` ${zone}`}`

function SendProblem({ error, onLocal }: { error: unknown; onLocal(): void }) {
  const texts = useTexts('send')
  if (!isOnlyHere(error)) return <Failure error={error} />
  return (
    <p className="note warn" role="alert">
      <span>{texts.onlyHere}</span>
      <Button onClick={onLocal}>{texts.onlyHereVerb}</Button>
    </p>
  )
}

/** Lists, exclusions and filters stand in the address; by default the list it is meant for. */
function useAudienceChoice(
  newsletter: NewsletterAnswer,
): [AudienceChoice, (choice: AudienceChoice) => void] {
  const navigate = useNavigate()
  const lists = useLists().data
  const search = useSearch({ from: '/newsletters/$id/send' })
  const only = lists?.length === 1 ? lists[0]!.id : undefined
  const meant = newsletter.listId ?? only
  const choice: AudienceChoice = {
    listIds: search.lists ?? (meant === undefined ? [] : [meant]),
    excludedListIds: search.except ?? [],
    filterIds: search.filters ?? [],
    ...(search.resend !== undefined && {
      resendOf: { sendingId: search.resend, without: search.without ?? 'opened' },
    }),
  }
  const change = ({ listIds, excludedListIds, filterIds, resendOf }: AudienceChoice) =>
    void navigate({
      to: '/newsletters/$id/send',
      params: { id: String(newsletter.id) },
      search: {
        lists: listIds,
        ...(excludedListIds.length > 0 && { except: excludedListIds }),
        ...(filterIds.length > 0 && { filters: filterIds }),
        ...(resendOf && { resend: resendOf.sendingId, without: resendOf.without }),
      },
      replace: true,
    })
  return [choice, change]
}

/** Drops chosen lists and filters that were removed since. */
function useKnownLists({ listIds, excludedListIds }: AudienceChoice) {
  const lists = useLists(LOOKED_AGAIN_MILLIS)
  const archived = useArchivedLists()
  const known = [...(lists.data ?? []), ...(archived.data ?? [])]
  const names = useRef(new Map<number, string>())
  for (const { id, name } of known) names.current.set(id, name)
  const gone =
    lists.data === undefined
      ? []
      : [...listIds, ...excludedListIds]
          .filter(id => !lists.data.some(list => list.id === id))
          .map(id => ({ id, name: names.current.get(id) ?? String(id) }))
  return { gone, nameOf: (id: number | undefined) => known.find(list => list.id === id) }
}

const LOOKED_AGAIN_MILLIS = 5_000

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
