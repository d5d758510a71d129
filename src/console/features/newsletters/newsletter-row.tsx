/** One newsletter in the table: state, time, number of recipients, opens and clicks. */
import { Link } from '@tanstack/react-router'
import type { BoardRowAnswer } from '../../../actions/newsletters/newsletter-board.ts'
import { useHome } from '../../api/home.ts'
import { Badge, type BadgeLook } from '../../parts/badge.tsx'
import { OutcomeBar } from '../../parts/charts/outcome-bar.tsx'
import { Icon } from '../../parts/icons.tsx'
import { ActionMenu, type MenuAction } from '../../parts/menus.tsx'
import { type ReachKind, useReachRate } from '../../shared/sendings/measured.ts'
import { useFigures } from '../../texts/figures.ts'
import { type NewsletterStanding, STANDING_ICONS, standingOf } from './standing.ts'
import { useNewsletterTexts } from './words.ts'

const LOOKS: Record<NewsletterStanding, BadgeLook> = {
  draft: 'draft',
  scheduled: 'scheduled',
  sending: 'sending',
  paused: 'paused',
  unconfirmed: 'confirm',
  sent: 'sent',
  cancelled: 'plain',
}

export function NewsletterRow(props: {
  newsletter: BoardRowAnswer
  actions: readonly MenuAction[]
}) {
  const { newsletter, actions } = props
  const { id, last, folder, listName } = newsletter
  const texts = useNewsletterTexts()
  const { number } = useFigures()
  const standing = standingOf(last)
  const name = newsletter.name || newsletter.subject || texts.untitled
  return (
    <tr>
      <td className="strong wrap">
        <Link className="cell" to="/newsletters/$id" params={{ id: String(id) }}>
          <bdi className="two-lines">{name}</bdi>
        </Link>
        <span className="sub">
          {folder !== '' && (
            <span className="in-folder">
              <Icon name="folder" />
              <bdi>{folder}</bdi>
            </span>
          )}
          <bdi className="two-lines">{listName}</bdi>
        </span>
        {last && <PhoneRates last={last} />}
      </td>
      <td>
        <Badge look={LOOKS[standing]} icon={STANDING_ICONS[standing]}>
          {texts.standings[standing]}
        </Badge>
        {last && (standing === 'sending' || standing === 'paused') && (
          <RunningBar sendingId={last.id} />
        )}
        {last && newsletter.unpublished && <span className="sub">{texts.unpublished}</span>}
      </td>
      <td className="nowrap hide-s">
        <When newsletter={newsletter} />
      </td>
      <td className="num hide-s">{last && last.emails > 0 ? number(last.emails) : '–'}</td>
      <Rate last={last} kind="opened" />
      <Rate last={last} kind="clicked" />
      <td className="num hide-s">
        {last?.values.map(({ currency, value }) => `${value} ${currency}`).join(', ') || '–'}
      </td>
      <td className="num">
        <ActionMenu name={texts.actionsOf(name)} button={<Icon name="more" />} actions={actions} />
      </td>
    </tr>
  )
}

function Rate({ last, kind }: { last: BoardRowAnswer['last']; kind: ReachKind }) {
  const reachRate = useReachRate()
  if (!last || last[kind] === null || last.emails === 0) return <td className="num hide-s">–</td>
  const { rate, base } = reachRate(last, kind)
  return (
    <td className="num hide-s">
      {rate}
      <span className="sub">{base}</span>
    </td>
  )
}

/** Instead of their columns. */
function PhoneRates({ last }: { last: NonNullable<BoardRowAnswer['last']> }) {
  const texts = useNewsletterTexts()
  const reachRate = useReachRate()
  const rates = (['opened', 'clicked'] as const)
    .filter(kind => last[kind] !== null && last.emails > 0)
    .map(kind => `${texts[kind]} ${reachRate(last, kind).rate}`)
  return rates.length > 0 && <span className="sub only-s">{rates.join(' · ')}</span>
}

/** How far it is, as the first page knows it. */
function RunningBar({ sendingId }: { sendingId: number }) {
  const texts = useNewsletterTexts()
  const { rate } = useFigures()
  const running = useHome().data?.running.find(({ id }) => String(id) === String(sendingId))
  if (!running || running.all === null) return null
  const { all, done } = running
  const says = texts.doneOf(rate(done ?? 0, all))
  return (
    <span className="running-bar">
      <OutcomeBar
        parts={[{ look: 'delivered', label: says, count: done ?? 0 }]}
        whole={all}
        label={says}
      />
      <span className="sub">{says}</span>
    </span>
  )
}

function When({ newsletter }: { newsletter: BoardRowAnswer }) {
  const { last, modified } = newsletter
  const texts = useNewsletterTexts()
  const { moment } = useFigures()
  const [at, what] = !last
    ? [modified, texts.edited]
    : last.finishedAt
      ? [last.finishedAt, texts.ended]
      : [last.dueAt, last.state === 'scheduled' ? texts.due : texts.started]
  return (
    <>
      <time dateTime={at}>{moment(at)}</time>
      <span className="sub">{what}</span>
    </>
  )
}
