/** What was read of the service, kept in one place. */
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './client.ts'

export const SESSION = ['session'] as const

export function createQueries(): QueryClient {
  const queries: QueryClient = new QueryClient({
    // A session that has ended leads to the sign-in, wherever it is noticed.
    queryCache: new QueryCache({
      onError(error) {
        if (error instanceof ApiFailure && error.status === 401) queries.setQueryData(SESSION, null)
      },
    }),
    defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false } },
  })
  return queries
}
