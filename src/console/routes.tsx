/** The pages and their addresses below /console. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  useNavigate,
  useRouterState,
} from '@tanstack/react-router'
import { signOut, useSession } from './api/session.ts'
import { LIST_ORDERS, ListsPage, type ListsView } from './pages/lists.tsx'
import { NotFoundPage } from './pages/not-found.tsx'
import { SignInPage } from './pages/sign-in.tsx'
import { Frame, type NavigationGroup } from './parts/frame.tsx'
import { OwnMenu } from './parts/own-menu.tsx'
import { Failure, LoadingRows } from './parts/states.tsx'
import type { ConsoleTexts } from './texts/console-texts.ts'
import { useTexts } from './texts/language.tsx'

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

export const createPages = () =>
  createRouter({
    routeTree: root.addChildren([home, lists]),
    basepath: '/console',
    scrollRestoration: true,
  })

/** Only what leads to a page that exists. */
function groupsOf(texts: ConsoleTexts, path: string): NavigationGroup[] {
  return [
    {
      title: texts.people,
      entries: [
        {
          href: '/console/lists',
          label: texts.lists,
          icon: 'lists',
          current: path.startsWith('/lists') || path.startsWith('/console/lists'),
        },
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

function SignedInPages() {
  const texts = useTexts()
  const session = useSession()
  const navigate = useNavigate()
  const path = useRouterState({ select: state => state.location.pathname })
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
  return (
    <Frame
      account={account.username}
      groups={groupsOf(texts, path)}
      follow={href => void navigate({ href })}
      foot={
        <OwnMenu
          name={person?.name || person?.email || account.username}
          role={person ? (texts.roles[person.role] ?? person.role) : texts.signedInAs}
          onSignOut={() => void signOut()}
        />
      }
    >
      <Outlet />
    </Frame>
  )
}
