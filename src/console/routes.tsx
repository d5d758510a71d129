/** The pages and their addresses below /console. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  useNavigate,
  useRouterState,
} from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { signOut, useSession } from './api/session.ts'
import { LIST_ORDERS, ListsPage, type ListsView } from './pages/lists/lists.tsx'
import { NotFoundPage } from './pages/not-found.tsx'
import { useKeys } from './pages/palette/keys.ts'
import { paletteTexts } from './pages/palette/texts.ts'
import { SignInPage } from './pages/sign-in.tsx'
import { Frame, type NavigationGroup } from './parts/frame.tsx'
import { Icon, type IconName } from './parts/icons.tsx'
import { OwnMenu } from './parts/own-menu.tsx'
import { Failure, LoadingRows } from './parts/states.tsx'
import type { ConsoleTexts } from './texts/console-texts.ts'
import { useTexts, useTextsOf } from './texts/language.tsx'

const root = createRootRoute({ component: SignedInPages, notFoundComponent: NotFoundPage })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad() {
    throw redirect({ to: '/lists', replace: true })
  },
})

const lists = createRoute({
  getParentRoute: () => root,
  path: '/lists',
  validateSearch: ({ q, order }: Record<string, unknown>): Partial<ListsView> => ({
    ...(q === undefined || q === '' ? {} : { q: String(q).slice(0, 100) }),
    ...(LIST_ORDERS.some(known => known === order) && order !== LIST_ORDERS[0]
      ? { order: order as ListsView['order'] }
      : {}),
  }),
  component: function Lists() {
    const { q = '', order = LIST_ORDERS[0] } = lists.useSearch()
    const navigate = useNavigate()
    const onView = (view: ListsView) => void navigate({ to: '/lists', search: view, replace: true })
    return <ListsPage view={{ q, order }} onView={onView} />
  },
})

const list = createRoute({
  getParentRoute: () => root,
  path: '/lists/$id',
  component: lazyRouteComponent(() => import('./pages/lists/list.tsx'), 'ListPage'),
})

const text = (value: unknown, most: number): string | undefined =>
  value === undefined || value === '' ? undefined : String(value).slice(0, most)

const number = (value: unknown): number | undefined => {
  const read = Number(value)
  return Number.isSafeInteger(read) && read > 0 ? read : undefined
}

/** Without what is not given, which would stand in the address. */
const given = <Search extends object>(search: Search): Partial<Search> =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as never

const subscribers = createRoute({
  getParentRoute: () => root,
  path: '/subscribers',
  validateSearch: (search: Record<string, unknown>) =>
    given({
      q: text(search.q, 100),
      list: number(search.list),
      filter: number(search.filter),
      columns: text(search.columns, 500),
    }),
  component: lazyRouteComponent(
    () => import('./pages/subscribers/subscribers.tsx'),
    'SubscribersPage',
  ),
})

const person = createRoute({
  getParentRoute: () => root,
  path: '/subscribers/$id',
  component: lazyRouteComponent(() => import('./pages/person/person.tsx'), 'PersonPage'),
})

const filters = createRoute({
  getParentRoute: () => root,
  path: '/filters',
  component: lazyRouteComponent(() => import('./pages/filters/filters.tsx'), 'FiltersPage'),
})

const filter = createRoute({
  getParentRoute: () => root,
  path: '/filters/$id',
  component: lazyRouteComponent(() => import('./pages/filters/filter.tsx'), 'FilterPage'),
})

const imports = createRoute({
  getParentRoute: () => root,
  path: '/imports',
  component: lazyRouteComponent(() => import('./pages/imports/imports.tsx'), 'ImportsPage'),
})

const newImport = createRoute({
  getParentRoute: () => root,
  path: '/imports/new',
  component: lazyRouteComponent(() => import('./pages/imports/new-import.tsx'), 'NewImportPage'),
})

const oneImport = createRoute({
  getParentRoute: () => root,
  path: '/imports/$id',
  component: lazyRouteComponent(() => import('./pages/imports/one-import.tsx'), 'ImportPage'),
})

const optOuts = createRoute({
  getParentRoute: () => root,
  path: '/opt-outs',
  component: lazyRouteComponent(() => import('./pages/blocked/opt-outs.tsx'), 'OptOutsPage'),
})

const suppression = createRoute({
  getParentRoute: () => root,
  path: '/suppression',
  validateSearch: (search: Record<string, unknown>) => given({ domain: text(search.domain, 255) }),
  component: lazyRouteComponent(() => import('./pages/blocked/suppression.tsx'), 'SuppressionPage'),
})

const pages = root.addChildren([
  ...[home, lists, list, subscribers, person, filters, filter],
  ...[imports, newImport, oneImport, optOuts, suppression],
])

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPages>
  }
}

export const createPages = () =>
  createRouter({
    routeTree: pages,
    basepath: '/console',
    scrollRestoration: true,
  })

/** Only what leads to a page that exists. */
function groupsOf(texts: ConsoleTexts, path: string): NavigationGroup[] {
  const here = path.replace(/^\/console/, '').split('/')[1]
  const entry = (page: string, label: string, icon: IconName) => ({
    ...{ href: `/console/${page}`, label, icon, current: page === here },
  })
  return [
    {
      title: texts.people,
      entries: [
        entry('subscribers', texts.subscribers, 'subscribers'),
        entry('lists', texts.lists, 'lists'),
        entry('filters', texts.filters, 'filter'),
        entry('imports', texts.imports, 'upload'),
        entry('opt-outs', texts.optOuts, 'optOut'),
        entry('suppression', texts.suppression, 'suppressed'),
      ],
    },
    {
      title: texts.run,
      entries: [
        { href: '/sandbox', label: texts.sandbox, icon: 'sandbox', current: false },
        { href: '/api/v1/reference', label: texts.reference, icon: 'reference', current: false },
      ],
    },
  ]
}

/** Loaded when it is first opened. */
const Palette = lazy(async () => ({
  default: (await import('./pages/palette/palette.tsx')).Palette,
}))

function SignedInPages() {
  const texts = useTexts()
  const session = useSession()
  const navigate = useNavigate()
  const path = useRouterState({ select: state => state.location.pathname })
  const search = useTextsOf(paletteTexts)
  const [searching, setSearching] = useState(false)
  const follow = (href: string) => {
    // Pages beside the console are not of this application.
    if (href.startsWith('/console')) void navigate({ href })
    else location.assign(href)
  }
  useKeys({ openPalette: () => setSearching(true), follow })
  if (session.error)
    return (
      <main className="page">
        <Failure error={session.error} onRetry={() => void session.refetch()} />
      </main>
    )
  if (session.data === undefined)
    return (
      <main className="page">
        <LoadingRows onRetry={() => void session.refetch()} />
      </main>
    )
  if (session.data === null) return <SignInPage />
  const { account, person } = session.data
  const groups = groupsOf(texts, path)
  return (
    <Frame
      account={account.username}
      groups={groups}
      follow={follow}
      top={
        <button type="button" className="jump" onClick={() => setSearching(true)}>
          <Icon name="search" />
          <span className="trunc">{search.open}</span>
          <kbd>Ctrl K</kbd>
        </button>
      }
      foot={
        <OwnMenu
          name={person?.name || person?.email || account.username}
          role={person ? (texts.roles[person.role] ?? person.role) : texts.signedInAs}
          onSignOut={() => void signOut()}
        />
      }
    >
      <Outlet />
      {searching && (
        <Suspense>
          <Palette groups={groups} follow={follow} onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </Frame>
  )
}
