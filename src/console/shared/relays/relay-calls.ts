/** The relays of the installation, and what its operator does with them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallAnswer, type CallBody, call } from '../../api/client.ts'

export type KnownRelay = CallAnswer<'GET /installation/routes'>['items'][number]
export type RelayLimits = Pick<
  CallBody<'PATCH /installation/routes/:route'>,
  'ratePerSecond' | 'connections' | 'emailsPerConnection' | 'dailyQuota' | 'priority'
>

/** Polled: emails go by them, and they refuse, at any moment. */
const AGAIN_MILLIS = 10_000

/** Emails go on, or rest: that is on many pages. */
const EVERYTHING = [] as const

export const useRelays = () =>
  useQuery({
    queryKey: ['relays'],
    queryFn: async () => (await call('GET /installation/routes')).items,
    refetchInterval: AGAIN_MILLIS,
  })

function useRelayChange<Input>(change: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: EVERYTHING }),
  })
}

export const useAddRelay = () =>
  useRelayChange((body: { name: string; url: string }) =>
    call('POST /installation/routes', { body }),
  )

export const useChangeRelay = () =>
  useRelayChange(({ route, ...body }: { route: string; url?: string } & RelayLimits) =>
    call('PATCH /installation/routes/:route', { params: { route }, body }),
  )

export const usePauseRelay = () =>
  useRelayChange((route: string) =>
    call('POST /installation/routes/:route/pause', { params: { route }, body: {} }),
  )

export const useResumeRelay = () =>
  useRelayChange((route: string) =>
    call('POST /installation/routes/:route/resume', { params: { route } }),
  )

export const relayRemoval = (route: string) => ({
  remove: () => call('DELETE /installation/routes/:route', { params: { route } }),
  shown: EVERYTHING,
})

export const useTestRelay = () =>
  useMutation({
    mutationFn: ({ route, to }: { route: string; to: string }) =>
      call('POST /installation/routes/:route/test', { params: { route }, body: { to } }),
  })
