/**
 * The command palette: acts, pages, lists, filters and newsletters by name, people by the
 * beginnings of words.
 */
import { useState } from 'react'
import { useFilters } from '../../api/filters.ts'
import { useLists } from '../../api/lists.ts'
import { useBoard } from '../../api/newsletters.ts'
import { usePeople } from '../../api/people.ts'
import { useRight, useSeesPeople } from '../../api/session.ts'
import { Dialog } from '../../parts/dialog.tsx'
import type { NavigationGroup } from '../../parts/frame.tsx'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { PAGE_KEYS } from '../../parts/keys.ts'
import { SearchList } from '../../parts/search-list.tsx'
import { useTexts } from '../../texts/language.tsx'
import type { palette } from './texts.ts'

interface Found {
  href: string
  label: string
  detail: string
  icon: IconName
  keys?: string | undefined
}

const MOST_LISTS = 5
const MOST_NEWSLETTERS = 6
const MOST_PEOPLE = 8

export function Palette(props: {
  groups: readonly NavigationGroup[]
  follow(href: string): void
  onClose(): void
}) {
  const texts = useTexts('palette')
  const [asked, setAsked] = useState('')
  const found = useFound(asked, props.groups, texts)
  return (
    <Dialog title={texts.open} onClose={props.onClose}>
      <div className="stack">
        <SearchList
          label={texts.ask}
          results={texts.results}
          asked={asked}
          found={found.map(one => ({
            href: one.href,
            key: `${one.detail} ${one.href}`,
            body: (
              <>
                <Icon name={one.icon} />
                <bdi className="trunc">{one.label}</bdi>
                <small className="faint push">{one.keys ?? one.detail}</small>
              </>
            ),
          }))}
          nothing={<p className="soft small">{texts.nothing}</p>}
          onAsk={setAsked}
          onTake={({ href }) => {
            props.onClose()
            props.follow(href)
          }}
        />
        <p className="faint tiny palette-foot">
          <kbd>↑</kbd> <kbd>↓</kbd> {texts.chooses} <kbd>Enter</kbd> {texts.opens} <kbd>?</kbd>{' '}
          {texts.keys}
        </p>
      </div>
    </Dialog>
  )
}

/** Whose name, subject or text has the words. */
function useNewslettersNamed(words: string) {
  const board = useBoard({ q: words })
  return words === '' ? [] : (board.data?.pages[0]?.items ?? []).slice(0, MOST_NEWSLETTERS)
}

/** What one may do from anywhere. */
function useActs(texts: typeof palette): Found[] {
  const writes = useRight('content')
  const imports = useRight('people')
  const act = (label: string, href: string, icon: IconName): Found => ({
    label,
    href,
    icon,
    detail: texts.act,
  })
  return [
    ...(writes ? [act(texts.acts.newsletter, '/console/newsletters/new', 'plus')] : []),
    ...(imports ? [act(texts.acts.import, '/console/imports/new', 'upload')] : []),
  ]
}

function useFound(
  asked: string,
  groups: readonly NavigationGroup[],
  texts: typeof palette,
): readonly Found[] {
  const words = asked.trim()
  const { data: lists = [] } = useLists()
  const wanted = useSeesPeople() && words.length >= 3
  const people = usePeople({ q: words }, { size: MOST_PEOPLE, wanted })
  const newsletters = useNewslettersNamed(words)
  const { data: filters = [] } = useFilters()
  const has = (text: string) => text.toLocaleLowerCase().includes(words.toLocaleLowerCase())
  const keyOf = (href: string) => Object.entries(PAGE_KEYS).find(([, page]) => page === href)?.[0]
  const pages = groups
    .flatMap(({ entries }) => entries)
    .filter(({ label, also = '' }) => has(label) || has(also))
  const named = words === '' ? [] : lists.filter(({ name }) => has(name)).slice(0, MOST_LISTS)
  const persons = !wanted ? [] : (people.data?.pages[0]?.items ?? [])
  return [
    ...useActs(texts).filter(({ label }) => words !== '' && has(label)),
    ...pages.map(({ href, label, icon }) => {
      const key = keyOf(href)
      return { href, label, icon, detail: texts.page, keys: key && `g ${key}` }
    }),
    ...named.map(
      ({ id, name }): Found => ({
        href: `/console/subscribers?list=${id}`,
        label: name,
        detail: texts.list,
        icon: 'lists',
      }),
    ),
    ...newsletters.map(
      ({ id, name, subject }): Found => ({
        href: `/console/newsletters/${id}`,
        label: name || subject,
        detail: texts.newsletter,
        icon: 'mail',
      }),
    ),
    ...(words === '' ? [] : filters.filter(({ name }) => has(name)).slice(0, MOST_LISTS)).map(
      ({ id, name }): Found => ({
        href: `/console/filters/${id}`,
        label: name,
        detail: texts.filter,
        icon: 'filter',
      }),
    ),
    ...persons.map(
      ({ id, name, email }): Found => ({
        href: `/console/subscribers/${id}`,
        label: name === '' ? email : `${name} ${email}`,
        detail: texts.person,
        icon: 'subscribers',
      }),
    ),
  ]
}
