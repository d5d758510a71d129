/** The first steps: relay, sender, people, newsletter, programs. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'

const SETUP = ['setup']
/** Polled: records that were just published, a program that calls. */
const AGAIN_MILLIS = 15_000

export const useSetup = () =>
  useQuery({
    queryKey: SETUP,
    queryFn: async () => await call('GET /setup'),
    refetchInterval: AGAIN_MILLIS,
  })

export const useDns = (domain: string, wanted: boolean) =>
  useQuery({
    queryKey: ['dns', domain],
    queryFn: async () =>
      (await call('GET /sender-domains/:domain/dns', { params: { domain } })).findings,
    enabled: wanted,
    refetchInterval: AGAIN_MILLIS,
  })

function useStep<Input>(change: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient()
  // A step changes many pages: all queries are invalidated.
  return useMutation({ mutationFn: change, onSuccess: () => queries.invalidateQueries() })
}

export const useAddSample = () => useStep((_: undefined) => call('POST /sample'))

export const useRemoveSample = () => useStep((_: undefined) => call('DELETE /sample'))

export const useAddKeys = () =>
  useStep((domain: string) => call('POST /dkim-keys', { body: { domain } }))

export const useAddRelay = () =>
  useStep((body: { name: string; url: string }) => call('POST /installation/routes', { body }))

export const useTestRelay = () =>
  useMutation({
    mutationFn: ({ route, ...body }: { route: string; to: string; from?: string }) =>
      call('POST /installation/routes/:route/test', { params: { route }, body }),
  })
