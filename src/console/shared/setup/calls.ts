/** The first steps: relay, sender, people, newsletter, programs. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DnsFindingAnswer } from '../../../actions/domains/domains.ts'
import type { SetupAnswer } from '../../../actions/home/setup.ts'
import { callApi } from '../../api/client.ts'

const SETUP = ['setup']
/** Polled: records that were just published, a program that calls. */
const AGAIN_MILLIS = 15_000

export const useSetup = () =>
  useQuery({
    queryKey: SETUP,
    queryFn: async () => (await callApi<SetupAnswer>('/setup')).value,
    refetchInterval: AGAIN_MILLIS,
  })

export const useDns = (domain: string, wanted: boolean) =>
  useQuery({
    queryKey: ['dns', domain],
    queryFn: async () => {
      const path = `/sender-domains/${encodeURIComponent(domain)}/dns`
      return (await callApi<{ findings: DnsFindingAnswer[] }>(path)).value.findings
    },
    enabled: wanted,
    refetchInterval: AGAIN_MILLIS,
  })

function useStep<Input>(change: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient()
  // A step changes many pages: all queries are invalidated.
  return useMutation({ mutationFn: change, onSuccess: () => queries.invalidateQueries() })
}

export const useAddSample = () => useStep((_: undefined) => callApi('/sample', { method: 'POST' }))

export const useRemoveSample = () =>
  useStep((_: undefined) => callApi('/sample', { method: 'DELETE' }))

export const useAddKeys = () =>
  useStep((domain: string) => callApi('/dkim-keys', { method: 'POST', body: { domain } }))

export const useAddRelay = () =>
  useStep((body: { name: string; url: string }) =>
    callApi('/installation/routes', { method: 'POST', body }),
  )

export interface RelayTest {
  outcome: string
  text: string
}

export const useTestRelay = () =>
  useMutation({
    mutationFn: async ({ route, ...body }: { route: string; to: string; from?: string }) => {
      const path = `/installation/routes/${encodeURIComponent(route)}/test`
      return (await callApi<RelayTest>(path, { method: 'POST', body })).value
    },
  })
