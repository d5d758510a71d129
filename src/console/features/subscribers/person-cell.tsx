/** One value of a person in the table. */
import { Link } from '@tanstack/react-router'
import type { SubscriberAnswer } from '../../../actions/subscribers/subscribers.ts'
import { useLists } from '../../api/lists.ts'
import type { PeoplePlace } from '../../api/people.ts'
import { useFormats, useLanguage, useTexts } from '../../texts/language.tsx'
import { countryName } from '../../texts/regions.ts'
import type { TableColumn } from './columns.ts'

export function PersonCell(props: {
  person: SubscriberAnswer
  column: TableColumn
  first: boolean
  among: PeoplePlace
}) {
  const { person, column, first, among } = props
  const { day } = useFormats()
  const { language } = useLanguage()
  if (column === 'lists') return <ListTags ids={person.listIds} />
  if (column === 'mail') return <MailState person={person} />
  if (column === 'created') return day(person.created)
  if (column === 'updated') return day(person.updated)
  const text =
    column === 'address'
      ? person.email
      : column === 'countryCode'
        ? countryName(person.countryCode, language)
        : textOf(person, column)
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
  return String(person[column as 'name' | 'firstName' | 'lastName' | 'phone' | 'format'])
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

/** The dot of each standing. */
const DOTS = {
  complained: 'complained',
  'opted-out': 'off',
  unsubscribed: 'off',
  undeliverable: 'bounced',
  'on-no-list': 'off',
  paused: 'off',
  reachable: 'delivered',
} satisfies Record<SubscriberAnswer['standing'], string>

function MailState({ person: { standing, undeliverable } }: { person: SubscriberAnswer }) {
  const texts = useTexts('people')
  return (
    <span className="state" title={undeliverable?.reason}>
      <i className={`dot ${DOTS[standing]}`} />
      <span className="trunc">{texts.standings[standing]}</span>
    </span>
  )
}
