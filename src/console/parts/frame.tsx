/** The frame of every page: the side bar in groups, and a head with title and actions. */
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTexts } from '../texts/language.tsx'
import { Connection } from './connection.tsx'
import { Icon, type IconName } from './icons.tsx'
import { Stamp } from './stamp.tsx'

export interface NavigationEntry {
  /** A page of the console below /console, or one beside it. */
  href: string
  label: string
  icon: IconName
  current: boolean
  /** Other words that the command palette finds it by. */
  also?: string
}

export interface NavigationGroup {
  title: string
  entries: readonly NavigationEntry[]
}

export function Frame(props: {
  account: string
  groups: readonly NavigationGroup[]
  /** Above the groups: the way to search everything. */
  top: ReactNode
  foot: ReactNode
  follow(href: string): void
  /** The page has the whole window, and a way back of its own. */
  bare?: boolean
  children: ReactNode
}) {
  const texts = useTexts('common')
  const [open, setOpen] = useState(false)
  if (props.bare)
    return (
      <main className="main" id="page" tabIndex={-1}>
        {props.children}
      </main>
    )
  return (
    <div className="app">
      <a className="skip" href="#page">
        {texts.skip}
      </a>
      <section className="mobbar" aria-label={texts.menu}>
        <Stamp id="stamp-bar" />
        <span className="trunc">{props.account}</span>
        <button
          type="button"
          className="btn quiet icon push"
          aria-label={texts.menu}
          aria-expanded={open}
          aria-controls="side"
          onClick={() => setOpen(!open)}
        >
          <Icon name="menu" />
        </button>
      </section>
      <aside className={open ? 'side open' : 'side'} id="side" aria-label={props.account}>
        <div className="brand">
          <Stamp id="stamp-side" />
          <span className="trunc">
            {props.account}
            <small>Pennypost</small>
          </span>
        </div>
        {props.top}
        <nav aria-label={texts.menu}>
          {props.groups.map(({ title, entries }) => (
            <div key={title}>
              {title !== '' && <div className="navhead">{title}</div>}
              {entries.map(({ href, label, icon, current }) => (
                <a
                  key={href}
                  className="nav"
                  href={href}
                  aria-current={current ? 'page' : undefined}
                  onClick={event => {
                    if (event.metaKey || event.ctrlKey || event.shiftKey) return
                    if (!href.startsWith('/console')) return
                    event.preventDefault()
                    setOpen(false)
                    props.follow(href)
                  }}
                >
                  <Icon name={icon} />
                  {label}
                </a>
              ))}
            </div>
          ))}
        </nav>
        <div className="foot">{props.foot}</div>
      </aside>
      <main className="main" id="page" tabIndex={-1}>
        {props.children}
      </main>
      <Connection />
    </div>
  )
}

export function PageHead(props: {
  title: string
  /** The way back to where the page belongs. */
  above?: ReactNode
  aside?: ReactNode
  actions?: ReactNode
}) {
  return (
    <header className="head">
      <title>{`${props.title} · Pennypost`}</title>
      {props.above && <span className="above">{props.above} /</span>}
      <h1 className="trunc">
        <bdi>{props.title}</bdi>
      </h1>
      {props.aside && <span className="faint small">{props.aside}</span>}
      {props.actions && <div className="acts">{props.actions}</div>}
    </header>
  )
}
