/** Test emails: their addresses, and the test groups. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallAnswer, type CallBody, call } from './client.ts'
import { useSeesPeople } from './session.ts'

const GROUPS = ['test-groups']
const LAST = ['test-addresses']

export type TestGroup = CallAnswer<'GET /test-groups'>['items'][number]

export const useTestGroups = () =>
  useQuery({
    queryKey: GROUPS,
    queryFn: async () => (await call('GET /test-groups')).items,
  })

/** The newest first. Not for members who see no personal data. */
export function useLastTestAddresses() {
  const enabled = useSeesPeople()
  return useQuery({
    queryKey: LAST,
    queryFn: async () => (await call('GET /test-addresses')).items,
    enabled,
  })
}

/** Exactly these addresses; a new one is made. */
export function useSetTestGroup() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ group, ...body }: { group: string; name?: string; emails: string[] }) =>
      call('PUT /test-groups/:group', { params: { group }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: GROUPS }),
  })
}

export function useRemoveTestGroup() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (group: string) =>
      call('POST /test-groups/:group/remove', { params: { group }, body: {} }),
    onSuccess: () => queries.invalidateQueries({ queryKey: GROUPS }),
  })
}

/** Repeated after a lost reply, with the same key, it is one sending. */
export function useSendTest() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ key, ...body }: CallBody<'POST /sendings/tests'> & { key: string }) =>
      call('POST /sendings/tests', { body, idempotencyKey: key }),
    onSuccess: () => queries.invalidateQueries({ queryKey: LAST }),
  })
}
