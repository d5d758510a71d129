/** The query client: one cache of server state, and what happens when the session has expired. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './client.ts'

export const SESSION = ['session'] as const
/** True: the session has ended, and sign-in is shown over the page. */
export const SESSION_ENDED = ['session', 'ended'] as const

export function createQueries(): QueryClient {
  // An expired session is checked again, wherever it is noticed.
  const noticed = (error: unknown) => {
    if (!(error instanceof ApiFailure) || error.reason !== 'not-signed-in') return
    if (queries.getQueryData(SESSION)) queries.setQueryData(SESSION_ENDED, true)
  }
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: noticed }),
    mutationCache: new MutationCache({ onError: noticed }),
    defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false } },
  })
  return queries
}
