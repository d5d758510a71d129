/** The frame around all pages of a signed-in member. */
import { useQuery } from '@tanstack/react-query'
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ApiFailure } from './api/client.ts'
import { SESSION_ENDED } from './api/queries.ts'
import { signOut, useSession } from './api/session.ts'
import { PasswordGate } from './features/own/password-gate.tsx'
import { groupsOf } from './navigation.ts'
import { Frame } from './parts/frame.tsx'
import { Icon } from './parts/icons.tsx'
import { useKeys } from './parts/keys.ts'
import { OwnMenu } from './parts/own-menu.tsx'
import { Failure, LoadingRows } from './parts/states.tsx'
import { useTexts } from './texts/language.tsx'

/** Only where the account demands codes of a person without. */
const MustHaveCodes = lazy(async () => ({
  default: (await import('./features/own/must-have-codes.tsx')).MustHaveCodes,
}))

/** Who is signed in needs none of it. */
const SignInPage = lazy(async () => ({
  default: (await import('./features/sign-in/sign-in.tsx')).SignInPage,
}))

const SignInAgain = lazy(async () => ({
  default: (await import('./features/own/sign-in-again.tsx')).SignInAgain,
}))

/** Loaded when it is first opened. */
const Palette = lazy(async () => ({
  default: (await import('./features/palette/palette.tsx')).Palette,
}))

const KeysDialog = lazy(async () => ({
  default: (await import('./features/palette/keys-dialog.tsx')).KeysDialog,
}))

/** It has its own head, and needs all the room there is. */
const COMPOSER = /\/newsletters\/\d+$/

export function SignedInPages() {
  const texts = useTexts('common')
  const session = useSession()
  const { data: ended = false } = useQuery({
    queryKey: SESSION_ENDED,
    queryFn: () => false,
    initialData: false,
    enabled: false,
  })
  const navigate = useNavigate()
  const path = useRouterState({ select: state => state.location.pathname })
  const search = useTexts('palette')
  const [searching, setSearching] = useState(false)
  const [showingKeys, setShowingKeys] = useState(false)
  const follow = (href: string) => {
    // Pages beside the console are not of this application.
    if (href.startsWith('/console')) void navigate({ href })
    else location.assign(href)
  }
  useKeys({
    openPalette: () => setSearching(true),
    showKeys: () => setShowingKeys(true),
    follow,
  })
  const { error } = session
  const demanded = (
    <Suspense>
      <MustHaveCodes />
    </Suspense>
  )
  if (error instanceof ApiFailure && error.reason === 'code-set-up-needed') return demanded
  if (error)
    return (
      <main className="page">
        <Failure error={error} onRetry={() => void session.refetch()} />
      </main>
    )
  if (session.data === undefined)
    return (
      <main className="page">
        <LoadingRows onRetry={() => void session.refetch()} />
      </main>
    )
  if (session.data === null)
    return (
      <Suspense>
        <SignInPage />
      </Suspense>
    )
  if (session.data.wants === 'code-set-up') return demanded
  const { account, person, rights } = session.data
  const groups = groupsOf(texts, path, rights)
  return (
    <PasswordGate>
      <Frame
        account={account.username}
        groups={groups}
        follow={follow}
        bare={COMPOSER.test(path)}
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
        {showingKeys && (
          <Suspense>
            <KeysDialog groups={groups} onClose={() => setShowingKeys(false)} />
          </Suspense>
        )}
        {ended && (
          <Suspense>
            <SignInAgain session={session.data} />
          </Suspense>
        )}
      </Frame>
    </PasswordGate>
  )
}
