/** One value of a person in the table. */
import { Link } from '@tanstack/react-router'
import type { SubscriberAnswer } from '../../../actions/subscribers/subscribers.ts'
import { useLists } from '../../api/lists.ts'
import type { PeoplePlace } from '../../api/people.ts'
import { useFormats, useTexts } from '../../texts/language.tsx'
import type { TableColumn } from './columns.ts'

export function PersonCell(props: {
  person: SubscriberAnswer
  column: TableColumn
  first: boolean
  among: PeoplePlace
}) {
  const { person, column, first, among } = props
  const { day } = useFormats()
  if (column === 'lists') return <ListTags ids={person.lists} />
  if (column === 'mail') return <MailState person={person} />
  if (column === 'created') return day(person.created)
  if (column === 'updated') return day(person.updated)
  const text = column === 'address' ? person.email : textOf(person, column)
  // The first column links to the person, also if the name is empty.
  if (!first) return <bdi className="cell">{text}</bdi>
  return (
    <Link
      to="/subscribers/$id"
      params={{ id: String(person.id) }}
      search={{ among }}
      className="cell strong"
    >
      <bdi>{text || person.email}</bdi>
    </Link>
  )
}

function textOf(person: SubscriberAnswer, column: TableColumn): string {
  if (column.startsWith('DD')) return person.fields[column] ?? ''
  return String(
    person[column as 'name' | 'firstName' | 'lastName' | 'phone' | 'countryCode' | 'format'],
  )
}

/** The first list by name, and how many others. */
function ListTags({ ids }: { ids: readonly number[] }) {
  const { data = [] } = useLists()
  if (ids.length === 0) return <span className="faint">–</span>
  const name = data.find(({ id }) => id === ids[0])?.name ?? String(ids[0])
  return (
    <span className="tags">
      <span className="tag trunc">
        <bdi>{name}</bdi>
      </span>
      {ids.length > 1 && <span className="tag">+{ids.length - 1}</span>}
    </span>
  )
}

function MailState({ person }: { person: SubscriberAnswer }) {
  const texts = useTexts('people')
  const [state, word] = mailStateOf(person, texts)
  return (
    <span className="state" title={person.undeliverable?.reason}>
      <i className={`dot ${state}`} />
      {word}
    </span>
  )
}

function mailStateOf(
  { optedOut, complained, undeliverable }: SubscriberAnswer,
  texts: { optedOut: string; complained: string; unreachable: string; reachable: string },
): [string, string] {
  if (complained) return ['complained', texts.complained]
  if (optedOut) return ['off', texts.optedOut]
  if (undeliverable) return ['bounced', texts.unreachable]
  return ['delivered', texts.reachable]
}
