/** The session. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SessionAnswer, SignInWays } from '../../actions/sessions/session.ts'
import { call } from './client.ts'
import { forgetAllKept } from './kept.ts'
import { keepAddress } from './left-address.ts'
import { SESSION } from './queries.ts'

/** Said by the page itself, so that a visitor without a session causes no failing call. */
const openAtLoad = () => document.getElementById('root')?.dataset.session === 'open'

/** Null: no session. */
export function useSession() {
  return useQuery<SessionAnswer | null>({
    queryKey: SESSION,
    queryFn: async () => await call('GET /session'),
    ...(openAtLoad() ? {} : { initialData: null, enabled: false }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useRight(right: SessionAnswer['rights'][number]): boolean {
  return useSession().data?.rights.includes(right) ?? false
}

/** Members who see no personal data can't search for people either. */
export const useSeesPeople = (): boolean => !(useSession().data?.masked ?? false)

export const useSignInWays = () =>
  useQuery<SignInWays>({
    queryKey: ['sign-in ways'],
    queryFn: async () => await call('GET /session/ways'),
    staleTime: Number.POSITIVE_INFINITY,
  })

export function useSignIn() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: { username: string; password: string; accountId?: number }) =>
      await call('POST /session', { body }),
    onSuccess(session) {
      // The service asks for the one-time code on a page of its own.
      if (session.wants === 'code') {
        keepAddress()
        location.assign('/console')
      } else queries.setQueryData(SESSION, session)
    },
  })
}

/** Nothing of the session may stay in the page. */
export async function signOut(): Promise<void> {
  await call('DELETE /session')
  forgetAllKept()
  location.assign('/console')
}
