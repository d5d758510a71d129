/** One person: consents, deliverability, data, and timeline. */
import './person.css'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { SubscriberDetailAnswer } from '../../../actions/subscribers/subscribers.ts'
import { ApiFailure } from '../../api/client.ts'
import { useAllFields } from '../../api/fields.ts'
import { isKept } from '../../api/kept.ts'
import { exportPerson, type PeopleSelection, useNeighbours, usePerson } from '../../api/people.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { EmptyState, Failure } from '../../parts/states.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { ObjectHistory } from '../../shared/audit/audit-table.tsx'
import { PersonMeasuring } from '../../shared/measuring/person-measuring.tsx'
import { useFormats, useLanguage, useTexts } from '../../texts/language.tsx'
import { wholeNumber } from '../../texts/regions.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { editedPerson, PersonEdit } from './person-edit.tsx'
import { PersonFacts } from './person-facts.tsx'
import { PersonFigures } from './person-figures.tsx'
import { PersonHistory } from './person-history.tsx'
import { PersonLists } from './person-lists.tsx'
import { PersonProofs } from './person-proofs.tsx'

export function PersonPage() {
  const texts = useTexts('people')
  const { id } = useParams({ from: '/subscribers/$id' })
  const person = usePerson(Number(id))
  const missing = person.error instanceof ApiFailure && person.error.status === 404
  if (missing)
    return (
      <>
        <PageHead title={texts.back} />
        <EmptyState title={id} sentence={texts.notFound}>
          <Link className="btn" to="/subscribers">
            {texts.back}
          </Link>
        </EmptyState>
      </>
    )
  if (!person.data)
    return <UnreadPage title={texts.back} error={person.error} onRetry={person.refetch} />
  return <Person key={id} person={person.data.value} tag={person.data.tag} />
}

function Person({ person, tag }: { person: SubscriberDetailAnswer; tag: string }) {
  const texts = useTexts('people')
  const { day } = useFormats()
  const mayChange = useRight('people')
  const { among } = useSearch({ from: '/subscribers/$id' })
  const [editing, setEditing] = useState(() => isKept(editedPerson(person.id)))
  return (
    <>
      <PageHead
        title={person.name || person.email}
        above={
          <Link to="/subscribers" search={among ?? {}}>
            {texts.back}
          </Link>
        }
        aside={String(person.id)}
        actions={among && <Neighbours id={person.id} among={among} />}
      />
      <div className="page person">
        <div className="stack wide">
          <p>
            <b className="wrap">
              <bdi>{person.email}</bdi>
            </b>
            <span className="sub faint small">{texts.since(day(person.created))}</span>
          </p>
          <PersonFacts person={person} mayChange={mayChange} />
          <PersonLists person={person} mayChange={mayChange} />
          <PersonMeasuring subscriberId={person.id} mayChange={mayChange} />
          <PersonProofs subscriberId={person.id} />
          <section className="stack">
            <div className="section-head">
              <h2>{texts.data}</h2>
              {mayChange && !editing && (
                <Button
                  look="quiet"
                  icon={<Icon name="edit" />}
                  hotkey="e"
                  onClick={() => setEditing(true)}
                >
                  {texts.edit}
                </Button>
              )}
            </div>
            {editing ? (
              <PersonEdit person={person} tag={tag} onClose={() => setEditing(false)} />
            ) : (
              <PersonData person={person} />
            )}
          </section>
          {mayChange && <Privacy person={person} />}
          <ObjectHistory kind="subscriber" id={person.id} />
        </div>
        <div className="stack">
          <PersonFigures id={person.id} />
          <PersonHistory person={person} />
        </div>
      </div>
    </>
  )
}

/** To the previous and the next person of the table that one came from. */
function Neighbours({ id, among }: { id: number; among: PeopleSelection }) {
  const texts = useTexts('people')
  const navigate = useNavigate()
  const { before, after } = useNeighbours(id, among)
  const go = (to: number | undefined) =>
    void navigate({
      to: '/subscribers/$id',
      params: { id: String(to) },
      search: ({ part }) => ({ part, among }),
      replace: true,
    })
  return (
    <>
      <IconButton
        {...{ name: texts.previousPerson, icon: 'up', hotkey: 'k', look: 'btn icon' }}
        off={before === undefined}
        onClick={() => go(before)}
      />
      <IconButton
        {...{ name: texts.nextPerson, icon: 'down', hotkey: 'j', look: 'btn icon' }}
        off={after === undefined}
        onClick={() => go(after)}
      />
    </>
  )
}

function PersonData({ person }: { person: SubscriberDetailAnswer }) {
  const texts = useTexts('people')
  const { language } = useLanguage()
  const { data: fields = [] } = useAllFields()
  const named = fields.filter(({ field }) => person.fields[field])
  const rows: [string, string][] = [
    [texts.name, person.name],
    [texts.phone, person.phone && wholeNumber(person.countryCode, person.phone, language)],
    [texts.format, person.format === 'html' ? 'HTML' : texts.plainText],
    ...named.map(({ field, name }): [string, string] => [name, person.fields[field] ?? '']),
  ]
  return (
    <dl className="facts">
      {rows
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>
              <bdi>{label}</bdi>
            </dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  )
}

function Privacy({ person }: { person: SubscriberDetailAnswer }) {
  const texts = useTexts('people')
  const [erasing, setErasing] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const save = async () => {
    try {
      saveFile(`subscriber-${person.id}.json`, await exportPerson(person.id))
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <section className="stack">
      <h2>{texts.privacy}</h2>
      {failure !== undefined && <Failure error={failure} />}
      <div className="row">
        <Button icon={<Icon name="download" />} onClick={() => void save()}>
          {texts.exportAll}
        </Button>
        <Button look="danger" icon={<Icon name="remove" />} onClick={() => setErasing(true)}>
          {texts.erase}
        </Button>
      </div>
      {erasing && <EraseDialog person={person} onClose={() => setErasing(false)} />}
    </section>
  )
}
