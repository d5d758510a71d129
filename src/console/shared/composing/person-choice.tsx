/** The person of the preview: a subscriber, or the sample person. */
import { useCallback, useEffect, useState } from 'react'
import type { SubscriberAnswer } from '../../../actions/subscribers/subscribers.ts'
import { usePeople } from '../../api/people.ts'
import { useSeesPeople } from '../../api/session.ts'
import { Icon } from '../../parts/icons.tsx'
import { Popover } from '../../parts/popover.tsx'
import { LineField } from '../../parts/small-fields.tsx'
import { useTexts } from '../../texts/language.tsx'
import type { ShownPerson } from '../blocks/shown-person.ts'

const OFFERED = 8
const REST_MILLIS = 250

type ChosenPerson = SubscriberAnswer | 'nobody' | undefined

/** The first of the list by default; the sample person if personal data is masked. */
export function usePersonChoice(
  listId: number | null,
): [SubscriberAnswer | undefined, (person: SubscriberAnswer | undefined) => void] {
  const seesPeople = useSeesPeople()
  const [chosen, setChosen] = useState<ChosenPerson>()
  const first = usePeople(listId === null ? {} : { list: listId }, {
    size: 1,
    wanted: seesPeople && chosen === undefined,
  }).data?.pages[0]?.items[0]
  const choose = useCallback(
    (next: SubscriberAnswer | undefined) => setChosen(next ?? 'nobody'),
    [],
  )
  // Who may see nobody is offered nobody but the sample person.
  if (!seesPeople) return [undefined, choose]
  const person = chosen === undefined ? first : chosen === 'nobody' ? undefined : chosen
  return [person, choose]
}

export function PersonMenu(props: {
  person: ShownPerson
  listId: number | null
  onPerson(person: SubscriberAnswer | undefined): void
}) {
  const texts = useTexts('composer')
  return (
    <span className="shown-as">
      <span className="faint">{texts.as}</span>
      <Popover
        name={texts.showAs(props.person.title)}
        look="chip-button"
        button={
          <>
            <span className="trunc">
              <bdi>{props.person.title}</bdi>
            </span>
            <Icon name="open" />
          </>
        }
      >
        {close => (
          <PersonSearch
            listId={props.listId}
            onPick={person => {
              props.onPerson(person)
              close()
            }}
          />
        )}
      </Popover>
    </span>
  )
}

function PersonSearch(props: {
  listId: number | null
  onPick(person: SubscriberAnswer | undefined): void
}) {
  const texts = useTexts('composer')
  const [q, setQ] = useState('')
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(q.trim()), REST_MILLIS)
    return () => clearTimeout(timer)
  }, [q])
  const list = props.listId === null ? {} : { list: props.listId }
  const wanted = useSeesPeople()
  const sought = { ...list, ...(asked !== '' && { q: asked }) }
  const found = usePeople(sought, { size: OFFERED, wanted })
  const people = (wanted && found.data?.pages[0]?.items) || []
  return (
    <div className="tag-choice">
      {wanted && <LineField label={texts.findPerson} value={q} most={100} onChange={setQ} />}
      <ul>
        {people.map(person => (
          <li key={person.id}>
            <button type="button" onClick={() => props.onPick(person)}>
              <span className="trunc">
                <bdi>{person.name || person.email}</bdi>
                {person.name !== '' && <span className="sub">{person.email}</span>}
              </span>
            </button>
          </li>
        ))}
        <li>
          <button type="button" onClick={() => props.onPick(undefined)}>
            {texts.fictional}
          </button>
        </li>
      </ul>
    </div>
  )
}
