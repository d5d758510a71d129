/** The dashboard, refreshed by live updates or by polling. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { HomeAnswer } from '../../actions/home/home.ts'
import { call } from './client.ts'
import { useAskingMillis, useLive } from './live.ts'

const HOME = ['home']
/** While nothing is sent. */
const CALM_MILLIS = 30_000
/** While people are counted. */
const COUNTING_MILLIS = 1_000

export function useHome() {
  const queries = useQueryClient()
  const askingMillis = useAskingMillis()
  useLive<HomeAnswer>('home', state => queries.setQueryData(HOME, state))
  return useQuery({
    queryKey: HOME,
    queryFn: async () => await call('GET /home'),
    refetchInterval({ state: { data, error } }) {
      if (!error && data?.growth.counting) return COUNTING_MILLIS
      return error || (data && data.running.length > 0) ? askingMillis : CALM_MILLIS
    },
  })
}
