/** The warm-up of one relay, and its limits by mailbox provider. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallAnswer, type CallBody, call } from '../../api/client.ts'

export type WarmUpDays = CallAnswer<'GET /installation/routes/:route/warm-up'>
export type WarmUpTerms = NonNullable<WarmUpDays['warmUp']>
type ProviderLimits = CallBody<'PATCH /installation/routes/:route/providers/:provider'>

/** Polled: each email counts. */
const AGAIN_MILLIS = 10_000

export const useWarmUpDays = (route: string) =>
  useQuery({
    queryKey: ['relays', route, 'warm-up'],
    queryFn: async () =>
      await call('GET /installation/routes/:route/warm-up', { params: { route } }),
    refetchInterval: AGAIN_MILLIS,
  })

function useChange<Input>(change: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['relays'] }),
  })
}

export const useBeginWarmUp = () =>
  useChange(({ route, ...body }: { route: string } & WarmUpTerms) =>
    call('PUT /installation/routes/:route/warm-up', { params: { route }, body }),
  )

export const useAdjustWarmUp = () =>
  useChange(({ route, ...body }: { route: string } & WarmUpTerms) =>
    call('PATCH /installation/routes/:route/warm-up', { params: { route }, body }),
  )

export const useEndWarmUp = () =>
  useChange((route: string) =>
    call('DELETE /installation/routes/:route/warm-up', { params: { route } }),
  )

export const useLimitProvider = () =>
  useChange(({ route, provider, ...body }: { route: string; provider: string } & ProviderLimits) =>
    call('PATCH /installation/routes/:route/providers/:provider', {
      params: { route, provider },
      body,
    }),
  )

export const useUsualLimits = () =>
  useChange((params: { route: string; provider: string }) =>
    call('DELETE /installation/routes/:route/providers/:provider', { params }),
  )
