/** Test emails: their addresses, and the test groups. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from './client.ts'
import { useSeesPeople } from './session.ts'

const GROUPS = ['test-groups']
const LAST = ['test-addresses']

export interface TestGroup {
  name: string
  emails: string[]
}

export const useTestGroups = () =>
  useQuery({
    queryKey: GROUPS,
    queryFn: async () => (await callApi<{ items: TestGroup[] }>('/test-groups')).value.items,
  })

/** The newest first. Not for members who see no personal data. */
export function useLastTestAddresses() {
  const enabled = useSeesPeople()
  return useQuery({
    queryKey: LAST,
    queryFn: async () => (await callApi<{ items: string[] }>('/test-addresses')).value.items,
    enabled,
  })
}

const pathOf = (group: string) => `/test-groups/${encodeURIComponent(group)}`

/** Exactly these addresses; a new one is made. */
export function useSetTestGroup() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ group, ...body }: { group: string; name?: string; emails: string[] }) =>
      callApi(pathOf(group), { method: 'PUT', body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: GROUPS }),
  })
}

export function useRemoveTestGroup() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (group: string) => callApi(`${pathOf(group)}/remove`, { method: 'POST', body: {} }),
    onSuccess: () => queries.invalidateQueries({ queryKey: GROUPS }),
  })
}

interface TestEmailOrder {
  newsletterId: number
  listId?: number
  group?: string
  emails?: string[]
  local?: boolean
}

/** Repeated after a lost reply, with the same key, it is one sending. */
export function useSendTest() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ key, ...body }: TestEmailOrder & { key: string }) =>
      (
        await callApi<{ messages: number; sandbox: boolean }>('/sendings/tests', {
          ...{ method: 'POST', body, idempotencyKey: key },
        })
      ).value,
    onSuccess: () => queries.invalidateQueries({ queryKey: LAST }),
  })
}
