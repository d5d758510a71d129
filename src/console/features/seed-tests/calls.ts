/** Seed tests: the last ones, a new one, and looks into their mailboxes. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type CallAnswer, type CallBody, call } from '../../api/client.ts'

export type SeedTest = CallAnswer<'GET /seed-tests'>['items'][number]
export type SeedEmail = SeedTest['emails'][number]

const SEEDS = ['seed-tests'] as const
const SENDING_MILLIS = 2_000
const LOOK_MILLIS = 12_000
/** So long the page looks by itself; after that by its button. */
const BY_ITSELF_MILLIS = 900_000

const has = (test: SeedTest | undefined, state: SeedEmail['state']): boolean =>
  test?.emails.some(one => one.state === state) ?? false

export const useSeedTests = () =>
  useQuery({
    queryKey: SEEDS,
    queryFn: async () => await call('GET /seed-tests'),
    refetchInterval: ({ state: { data } }) =>
      has(data?.items[0], 'sending') ? SENDING_MILLIS : false,
  })

/** Looks for what a test lacks, as long as the page is open and the test is fresh. */
export function useLook(test: SeedTest, mayLook: boolean) {
  const queries = useQueryClient()
  const isFresh = () => Date.now() - Date.parse(test.made) < BY_ITSELF_MILLIS
  return useQuery({
    queryKey: ['seed-look', test.id],
    async queryFn() {
      const { emails } = await call('POST /seed-tests/:testId/look', {
        params: { testId: String(test.id) },
      })
      await queries.invalidateQueries({ queryKey: SEEDS })
      return emails.length
    },
    enabled: mayLook && has(test, 'looked-for') && isFresh(),
    refetchInterval: () => (isFresh() ? LOOK_MILLIS : false),
  })
}

export function useSendSeedTest() {
  const queries = useQueryClient()
  const [key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: (body: CallBody<'POST /seed-tests'>) =>
      call('POST /seed-tests', { body, idempotencyKey: key }),
    onSuccess: () => queries.invalidateQueries({ queryKey: SEEDS }),
  })
}

export function useAddSeedAddress() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: CallBody<'POST /installation/mailboxes'>) =>
      call('POST /installation/mailboxes', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: SEEDS }),
  })
}
