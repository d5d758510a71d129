/** The deliveries of a webhook: tries, outcome, duration and answer of each event. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useSeesPeople } from '../../api/session.ts'
import { Badge, type BadgeLook } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { ActionMenu } from '../../parts/menus.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { useTroubleWords } from '../../parts/said.ts'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { ChoiceField } from '../../parts/toolbar.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { useBody, useEvents, useReplay, type Webhook, type WebhookEvent } from './calls.ts'
import { WEBHOOK_STATES } from './states.ts'
import { useWebhookTexts } from './words.ts'

export function DeliveryLog({ of: { name } }: { of: Webhook }) {
  const texts = useWebhookTexts()
  const kindWords = useKindWords()
  const { kinds } = useTexts('auditValues').of
  const navigate = useNavigate()
  const { state, kind } = useSearch({ from: '/webhooks/one' })
  const events = useEvents(name, {
    ...(state !== undefined && { state }),
    ...(kind !== undefined && { kind }),
  })
  const [shown, setShown] = useState<string>()
  const change = (part: 'state' | 'kind', value: string) =>
    void navigate({
      to: '/webhooks/one',
      search: ({ [part]: _, ...before }: { name?: string; state?: string; kind?: string }) =>
        ({ ...before, name, ...(value !== '' && { [part]: value }) }) as never,
      replace: true,
    })
  const isChosen = state !== undefined || kind !== undefined
  return (
    <section aria-labelledby="log">
      <div className="sech">
        <h2 id="log">{texts.log}</h2>
        <p>{texts.logHint}</p>
      </div>
      <div className="toolbar">
        <ChoiceField
          label={texts.state}
          value={state ?? ''}
          choices={[
            { value: '', label: texts.anyState },
            ...WEBHOOK_STATES.map(value => ({ value, label: texts.states[value] })),
          ]}
          onChange={value => change('state', value)}
        />
        <ChoiceField
          label={texts.event}
          value={kind ?? ''}
          choices={[
            { value: '', label: texts.anyKind },
            ...Object.keys(kinds).map(value => ({ value, label: kindWords(value) })),
          ]}
          onChange={value => change('kind', value)}
        />
        <Button
          icon={<Icon name="refresh" />}
          busy={events.isFetching}
          onClick={() => void events.refetch()}
        >
          {texts.refresh}
        </Button>
      </div>
      <PagedTable
        query={events}
        head={
          <>
            <th>{texts.event}</th>
            <th>{texts.state}</th>
            <th className="num hide-s">{texts.tries}</th>
            <th className="hide-s">{texts.tried}</th>
            <th className="num hide-s">{texts.took}</th>
            <th className="hide-s">{texts.answer}</th>
            <th>
              <span className="sr">{texts.actions}</span>
            </th>
          </>
        }
        row={event => (
          <EventRow key={event.id} webhook={name} of={event} onBody={() => setShown(event.id)} />
        )}
        empty={
          isChosen
            ? { title: texts.noneChosen, sentence: texts.noneChosenHint }
            : { title: texts.noEvent, sentence: texts.noEventHint }
        }
        more={texts.showMore}
      />
      {shown !== undefined && (
        <EventBody webhook={name} id={shown} onClose={() => setShown(undefined)} />
      )}
    </section>
  )
}

/** A kind of another version is shown as it stands; so is that of a step of a trigger. */
function useKindWords(): (kind: string) => string {
  const kinds: Record<string, string> = useTexts('auditValues').of.kinds
  return kind => kinds[kind] ?? kind
}

const LOOKS: Record<WebhookEvent['state'], readonly [BadgeLook, IconName]> = {
  waiting: ['scheduled', 'clock'],
  sent: ['sent', 'check'],
  dead: ['failed', 'wrong'],
}

function EventRow(props: { webhook: string; of: WebhookEvent; onBody(): void }) {
  const texts = useWebhookTexts()
  const kindWords = useKindWords()
  const toast = useToast()
  const seesPeople = useSeesPeople()
  const replay = useReplay(props.webhook)
  const troubleWords = useTroubleWords()
  const { moment, number } = useFigures()
  const { id, kind, at, subscriberId, state, attempts, tried, due, answer, causes, millis } =
    props.of
  const again = () =>
    replay.mutate({ eventId: id }, { onSuccess: () => toast({ text: texts.sentAgain(id) }) })
  const hasFailed = state === 'waiting' && attempts > 0
  const [look, icon] = hasFailed ? LOOKS.dead : LOOKS[state]
  const said = troubleWords({ trouble: answer, causes })
  return (
    <tr>
      <td className="wrap">
        {kindWords(kind)}
        <span className="sub soft">
          <code>{id}</code> {moment(at)}
        </span>
        {subscriberId !== null && seesPeople && (
          <span className="sub">
            <Link to="/subscribers/$id" params={{ id: String(subscriberId) }}>
              {texts.person(String(subscriberId))}
            </Link>
          </span>
        )}
        {replay.error && <Failure error={replay.error} />}
      </td>
      <td className="wrap">
        <Badge look={look} icon={icon}>
          {hasFailed ? texts.failed : texts.states[state]}
        </Badge>
        {hasFailed && due !== null && <span className="sub">{texts.next(moment(due))}</span>}
        {answer !== null && (
          <span className="sub only-s">
            <bdi>{said}</bdi>
          </span>
        )}
      </td>
      <td className="num hide-s">{number(attempts)}</td>
      <td className="hide-s">{tried === null ? '–' : moment(tried)}</td>
      <td className="num hide-s nowrap">{millis === null ? '–' : texts.millis(number(millis))}</td>
      <td className="wrap hide-s">{answer === null ? '–' : <bdi>{said}</bdi>}</td>
      <td className="num">
        <ActionMenu
          name={texts.actionsOf(id)}
          button={<Icon name="more" />}
          actions={[
            { label: texts.body, icon: <Icon name="code" />, onClick: props.onBody },
            { label: texts.again, icon: <Icon name="refresh" />, onClick: again },
          ]}
        />
      </td>
    </tr>
  )
}

function EventBody(props: { webhook: string; id: string; onClose(): void }) {
  const texts = useWebhookTexts()
  const common = useTexts('common')
  const seesPeople = useSeesPeople()
  const { data, error, refetch } = useBody(props.webhook, props.id)
  const again = () => void refetch()
  return (
    <Dialog title={texts.bodyOf(props.id)} onClose={props.onClose} wide>
      <div className="stack">
        <p className="soft small">{seesPeople ? texts.bodyTells : texts.bodyMasked}</p>
        {data === null && <p>{texts.bodyNone}</p>}
        {data === undefined &&
          (error ? <Failure error={error} onRetry={again} /> : <LoadingRows onRetry={again} />)}
        {data && (
          <pre className="webhook-body" dir="ltr">
            {JSON.stringify(data, null, 2)}
          </pre>
        )}
        <div className="dialog-acts">
          <Button onClick={props.onClose}>{common.close}</Button>
        </div>
      </div>
    </Dialog>
  )
}
