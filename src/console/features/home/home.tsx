/** The dashboard: to-dos, running sendings, then the next and the last ones. */
import { Link } from '@tanstack/react-router'
import type { HomeAnswer } from '../../../actions/home/home.ts'
import { useHome } from '../../api/home.ts'
import { useRight } from '../../api/session.ts'
import { PageHead } from '../../parts/frame.tsx'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { useReasonWords, useSentenceWords } from '../../parts/said.ts'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { HeldSignUps } from '../../shared/forms/held-sign-ups.tsx'
import { StateBadge } from '../../shared/sendings/sending-head.tsx'
import { FirstSteps, useOpenSteps } from '../../shared/setup/first-steps.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { Growth, Health } from './beside.tsx'
import { LastSendings } from './last-sendings.tsx'
import { Running } from './running.tsx'
import '../../parts/charts/charts.css'
import '../../shared/sendings/sendings.css'
import './home-page.css'

export function HomePage() {
  const common = useTexts('common')
  const texts = useTexts('home')
  const { today, zoned } = useFigures()
  const home = useHome()
  const mayImport = useRight('people')
  const mayWrite = useRight('content')
  return (
    <>
      <PageHead
        title={common.home}
        aside={`${today(Date.now())}, ${zoned(Date.now())}`}
        actions={
          <>
            {mayImport && (
              <Link className="btn" to="/imports/new">
                <Icon name="upload" />
                {texts.import}
              </Link>
            )}
            {mayWrite && (
              <Link className="btn primary" to="/newsletters/new">
                {texts.newNewsletter}
              </Link>
            )}
          </>
        }
      />
      <div className="page home">
        {home.error && !home.data && (
          <Failure error={home.error} onRetry={() => void home.refetch()} />
        )}
        {home.isPending && <LoadingRows onRetry={() => void home.refetch()} />}
        {home.data && <Shown home={home.data} />}
      </div>
    </>
  )
}

function Shown({ home }: { home: HomeAnswer }) {
  const running = home.running.filter(({ state }) => state !== 'unconfirmed')
  const steps = useOpenSteps()
  return (
    <>
      {running.map(one => (
        <Running key={one.id} sending={one} />
      ))}
      <div className="cols">
        <div className="stack wide">
          <ToDo home={home} stepsDone={steps === null} />
          {steps && <FirstSteps {...steps} />}
          <Next coming={home.coming} />
          <LastSendings last={home.last} />
        </div>
        <aside className="stack wide">
          <Growth growth={home.growth} />
          <Health health={home.health} />
        </aside>
      </div>
    </>
  )
}

const ICONS: Record<Todo['at']['kind'], IconName> = {
  relay: 'send',
  mailbox: 'mail',
  list: 'lists',
  newsletter: 'mail',
  project: 'mail',
  sending: 'send',
  'bounce-hold': 'suppressed',
  form: 'pause',
  trigger: 'alert',
  webhook: 'reference',
  import: 'upload',
  program: 'code',
  proposal: 'ask',
  installation: 'alert',
}

/** Steps that are still to be done are work: beside them nothing says that there is none. */
function ToDo(props: { home: HomeAnswer; stepsDone: boolean }) {
  const { todos, running } = props.home
  const texts = useTexts('home')
  const sentenceWords = useSentenceWords()
  const reasonWords = useReasonWords()
  const waiting = running.filter(({ state }) => state === 'unconfirmed')
  const isHeld = todos.some(({ at }) => at.kind === 'form')
  const others = todos.filter(
    ({ at }) =>
      at.kind !== 'form' &&
      !(at.kind === 'sending' && waiting.some(({ id }) => String(id) === at.id)),
  )
  const isNone = waiting.length + others.length === 0 && !isHeld
  if (isNone && !props.stepsDone) return null
  return (
    <section aria-labelledby="todo">
      <div className="sech">
        <h2 id="todo">{texts.todo}</h2>
      </div>
      {isNone && <p className="soft small">{texts.noTodo}</p>}
      {isHeld && <HeldSignUps />}
      <ul className="todo">
        {waiting.map(({ id, name, ...of }) => (
          <li key={`sending ${id}`}>
            <Icon name="ask" />
            <span className="wrap">
              <b>{texts.unconfirmed(name)}</b> {reasonWords(of)}
            </span>
            <Link className="btn" to="/sendings/$id" params={{ id: String(id) }}>
              {texts.show}
              <span className="sr"> {name}</span>
            </Link>
          </li>
        ))}
        {others.map(one => (
          <li key={`${one.at.kind} ${one.at.id} ${one.says}`}>
            <Icon name={ICONS[one.at.kind]} />
            <span className="wrap">{sentenceWords(one)}</span>
            <PlaceOf at={one.at} says={sentenceWords(one)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type Todo = HomeAnswer['todos'][number]

/** The page of its subject. */
const PLACES = {
  sending: '/sendings/$id',
  list: '/lists/$id',
  newsletter: '/newsletters/$id',
  import: '/imports/$id',
  trigger: '/triggers/$id',
} as const

/** The page of all of its kind. */
const TABLES = {
  'bounce-hold': '/suppression',
  relay: '/relays',
  proposal: '/proposals',
  installation: '/system',
} as const

/** The page where the to-do can be done, if there is one. */
function PlaceOf({ says, at }: Pick<Todo, 'says' | 'at'>) {
  const texts = useTexts('home')
  const operates = useRight('operate')
  const { kind, id } = at
  const shown = (
    <>
      {texts.show}
      <span className="sr"> {says}</span>
    </>
  )
  if (kind in PLACES)
    return (
      <Link className="btn" to={PLACES[kind as keyof typeof PLACES]} params={{ id }}>
        {shown}
      </Link>
    )
  if (kind === 'program')
    return (
      <Link className="btn" to="/integrations" search={{ program: Number(id) }}>
        {shown}
      </Link>
    )
  if ((kind === 'relay' || kind === 'installation') && !operates) return null
  if (kind in TABLES)
    return (
      <Link className="btn" to={TABLES[kind as keyof typeof TABLES]}>
        {shown}
      </Link>
    )
  return null
}

function Next({ coming }: { coming: HomeAnswer['coming'] }) {
  const texts = useTexts('home')
  const { moment } = useFigures()
  return (
    <section className="sec" aria-labelledby="next">
      <div className="sech">
        <h2 id="next">{texts.next}</h2>
      </div>
      {coming.length === 0 && <p className="soft small">{texts.nothingNext}</p>}
      {coming.length > 0 && (
        <table className="flush">
          <tbody>
            {coming.map(({ id, name, listName, dueAt, zone }) => (
              <tr key={id}>
                <td className="when">
                  {moment(dueAt)}
                  <span className="sub">{zone}</span>
                </td>
                <td>
                  <Link className="name" to="/sendings/$id" params={{ id: String(id) }}>
                    <bdi>{name}</bdi>
                  </Link>
                  <span className="sub">
                    <bdi>{listName}</bdi>
                  </span>
                </td>
                <td className="num">
                  <StateBadge state="scheduled" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
