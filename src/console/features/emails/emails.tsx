/** Search of single emails; the filters stand in the address. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { FoundEmailAnswer } from '../../../actions/emails/found-email.ts'
import { useSeesPeople } from '../../api/session.ts'
import { PageHead } from '../../parts/frame.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { ChoiceField, DebouncedSearchField } from '../../parts/toolbar.tsx'
import { EmailViews } from '../../shared/emails/email-views.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { type EmailChoice, useEmails, useProjects } from './calls.ts'
import { EmailState } from './email-state.tsx'
import type { emails } from './texts.ts'
import './emails.css'

const STATES: readonly { value: keyof typeof emails.states; states: string }[] = [
  { value: 'waiting', states: 'planned,claimed' },
  { value: 'sending', states: 'handed-over' },
  { value: 'delivered', states: 'accepted' },
  { value: 'deferred', states: 'deferred' },
  { value: 'bounced', states: 'bounced' },
  { value: 'failed', states: 'failed' },
  { value: 'uncertain', states: 'uncertain' },
  { value: 'withdrawn', states: 'withdrawn' },
]

interface EmailPageSearch {
  q?: string
  project?: string
  state?: string
  since?: string
  until?: string
}

/** Pages that hold nothing are looked through by themselves, up to so many. */
const MOST_EMPTY = 40

export function EmailsPage() {
  const texts = useTexts('emails')
  const { number, moment } = useFigures()
  const { q, project, state, since, until } = useSearch({ from: '/emails' })
  const navigate = useNavigate()
  const seesPeople = useSeesPeople()
  const projects = useProjects().data?.items ?? []
  const states = STATES.find(({ value }) => value === state)?.states
  const choice: EmailChoice = {
    ...(q && seesPeople && { words: q }),
    ...(project !== undefined && { projectId: String(project) }),
    ...(states !== undefined && { state: states }),
    ...(since && { since }),
    ...(until && { until }),
  }
  const change = (next: EmailPageSearch) =>
    void navigate({
      to: '/emails',
      // Two fields may be changed at the same time: each keeps the value of the other.
      search: before =>
        Object.fromEntries(Object.entries({ ...before, ...next }).filter(([, of]) => of !== '')),
      replace: true,
    })
  const found = useEmails(choice)
  const pages = found.data?.pages ?? []
  const items = pages.reduce((sum, page) => sum + page.items.length, 0)
  const looked = pages.reduce((sum, page) => sum + page.looked, 0)
  const { hasNextPage, isFetching, fetchNextPage } = found
  const looksOn = items === 0 && pages.length < MOST_EMPTY
  useEffect(() => {
    if (hasNextPage && !isFetching && looksOn) void fetchNextPage()
  }, [hasNextPage, isFetching, looksOn, fetchNextPage])
  const tooShort = pages[0]?.tooShort ?? false
  const behindSince = pages[0]?.behindSince
  return (
    <>
      <PageHead title={texts.title} />
      <EmailViews value="emails" />
      <div className="page emails">
        <div className="toolbar">
          {seesPeople && (
            <DebouncedSearchField
              label={texts.search}
              value={q ?? ''}
              onChange={value => change({ q: value })}
            />
          )}
          <ChoiceField
            label={texts.project}
            value={project === undefined ? '' : String(project)}
            choices={[
              { value: '', label: texts.anyProject },
              ...projects.map(one => ({ value: String(one.id), label: one.name })),
            ]}
            onChange={value => change({ project: value })}
          />
          <ChoiceField
            label={texts.state}
            value={state ?? ''}
            choices={[
              { value: '', label: texts.anyState },
              ...STATES.map(({ value }) => ({ value, label: texts.states[value] })),
            ]}
            onChange={value => change({ state: value })}
          />
          <Day label={texts.since} value={since} onChange={day => change({ since: day })} />
          <Day label={texts.until} value={until} onChange={day => change({ until: day })} />
        </div>
        {seesPeople && <p className="faint small hint">{texts.searchHint}</p>}
        <p className="faint small hint">{texts.limit}</p>
        <p className="small">
          <Link to="/subscribers">{texts.toPeople}</Link>
        </p>
        {q && behindSince != null && (
          <p className="soft small">{texts.behind(moment(behindSince))}</p>
        )}
        {hasNextPage && <p className="soft small">{texts.looked(number(looked))}</p>}
        <PagedTable
          query={found}
          head={
            <>
              <th>{texts.toAndSubject}</th>
              <th className="hide-s">{texts.identifier}</th>
              <th className="hide-s">{texts.project}</th>
              <th>{texts.state}</th>
              <th className="num hide-s">{texts.tries}</th>
              <th className="hide-s">{texts.afterwards}</th>
              <th className="num hide-s">{texts.asked}</th>
            </>
          }
          row={email => <EmailRow key={email.id} email={email} />}
          empty={{ title: texts.none, sentence: tooShort ? texts.tooShort : texts.noneHint }}
          more={texts.more}
        />
      </div>
    </>
  )
}

function Day(props: { label: string; value: string | undefined; onChange(day: string): void }) {
  return (
    <label className="orderfield">
      <span>{props.label}</span>
      <input
        className="plain-input"
        type="date"
        max="9999-12-31"
        value={props.value ?? ''}
        onChange={event => props.onChange(event.currentTarget.value)}
      />
    </label>
  )
}

function EmailRow({ email }: { email: FoundEmailAnswer }) {
  const texts = useTexts('emails')
  const { number, moment } = useFigures()
  const { id, subject, identifier, project, state, tries, opens, clicks, created } = email
  const isSent = state === 'accepted' || state === 'bounced'
  const then =
    (clicks ?? 0) > 0 ? texts.clicked : (opens ?? 0) > 0 ? texts.opened : opens === null ? '' : '–'
  return (
    <tr>
      <td className="wrap">
        <Link className="name two-lines" to="/emails/$id" params={{ id: String(id) }}>
          <bdi>{subject === '' ? texts.noSubject : subject}</bdi>
        </Link>
        <span className="sub">
          <bdi className="wrap">{email.email === '' ? '–' : email.email}</bdi>
        </span>
      </td>
      <td className="hide-s wrap soft">
        <bdi>{identifier === '' ? '–' : identifier}</bdi>
      </td>
      <td className="hide-s wrap soft">
        <bdi>{project}</bdi>
      </td>
      <td>
        <EmailState state={state} />
        <span className="sub only-s">{moment(created)}</span>
      </td>
      <td className="num hide-s">{number(tries)}</td>
      <td className="hide-s soft">
        {isSent && (then === '' ? <span className="faint">{texts.notMeasured}</span> : then)}
      </td>
      <td className="num hide-s nowrap">{moment(created)}</td>
    </tr>
  )
}
