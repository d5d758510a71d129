/** The saved views of the table of subscribers. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CallAnswer, call } from '../../api/client.ts'

const VIEWS = ['saved-views'] as const

export type SavedTableView = CallAnswer<'GET /saved-views'>['items'][number]

export const useSavedViews = () =>
  useQuery({
    queryKey: VIEWS,
    queryFn: async () => (await call('GET /saved-views')).items,
    staleTime: 60_000,
  })

function useViewChange<Input>(change: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: VIEWS }),
  })
}

/** Replaces one of the same name. */
export const useSaveView = () =>
  useViewChange(({ name, view }: Pick<SavedTableView, 'name' | 'view'>) =>
    call('PUT /saved-views/:name', { params: { name }, body: view }),
  )

export const useRemoveView = () =>
  useViewChange((name: string) => call('DELETE /saved-views/:name', { params: { name } }))
