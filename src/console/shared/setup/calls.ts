/** The first steps: relay, sender, people, newsletter, programs. */
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import type { DnsOfAll } from './steps-done.ts'

const SETUP = ['setup']
/** Polled: records that were just published, a program that calls. */
const AGAIN_MILLIS = 15_000

export const useSetup = () =>
  useQuery({
    queryKey: SETUP,
    queryFn: async () => await call('GET /setup'),
    refetchInterval: AGAIN_MILLIS,
  })

const dnsQuery = (domain: string) => ({
  queryKey: ['dns', domain],
  queryFn: async () =>
    (await call('GET /sender-domains/:domain/dns', { params: { domain } })).findings,
})

export const useDns = (domain: string, wanted: boolean) =>
  useQuery({
    ...dnsQuery(domain),
    enabled: wanted,
    refetchInterval: AGAIN_MILLIS,
  })

/** Each takes seconds of the DNS: beyond so many domains it is asked for by clicks alone. */
const MOST_ASKED = 10
const AGREES_MILLIS = 60_000

/** What the DNS says of all of the domains. */
export function useDnsOfAll(domains: readonly string[], wanted: boolean): DnsOfAll {
  const answers = useQueries({
    queries: domains.slice(0, MOST_ASKED).map(domain => ({
      ...dnsQuery(domain),
      enabled: wanted,
      staleTime: AGREES_MILLIS,
      refetchInterval: AGREES_MILLIS,
    })),
  })
  if (!wanted || answers.length === 0 || domains.length > MOST_ASKED) return 'not asked'
  const states = answers.map(({ data, error, isPending }) => {
    if (isPending) return 'asking'
    if (error || !data) return 'silent'
    if (data.some(({ state }) => state === 'bad')) return 'differs'
    return data.some(({ state }) => state === 'unknown') ? 'silent' : 'agrees'
  })
  const worst = (['differs', 'asking', 'silent'] as const).find(one => states.includes(one))
  return worst ?? 'agrees'
}

function useStep<Input, Made>(change: (input: Input) => Promise<Made>) {
  const queries = useQueryClient()
  // A step changes many pages: all queries are invalidated.
  return useMutation({ mutationFn: change, onSuccess: () => queries.invalidateQueries() })
}

export const useAddSample = () => useStep((_: undefined) => call('POST /sample'))

export const useRemoveSample = () => useStep((_: undefined) => call('DELETE /sample'))

export const useAddKeys = () =>
  useStep((domain: string) => call('POST /dkim-keys', { body: { domain } }))
