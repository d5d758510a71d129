/** The saved views of the table of subscribers. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../api/client.ts'

const VIEWS = ['saved-views'] as const

export interface SavedTableView {
  name: string
  view: { q?: string; list?: number; filter?: number; columns?: string[] }
}

export const useSavedViews = () =>
  useQuery({
    queryKey: VIEWS,
    queryFn: async () => (await callApi<{ items: SavedTableView[] }>('/saved-views')).value.items,
    staleTime: 60_000,
  })

const pathOf = (name: string): string => `/saved-views/${encodeURIComponent(name)}`

function useViewChange<Input>(change: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: VIEWS }),
  })
}

/** Replaces one of the same name. */
export const useSaveView = () =>
  useViewChange(({ name, view }: SavedTableView) =>
    callApi(pathOf(name), { method: 'PUT', body: view }),
  )

export const useRemoveView = () =>
  useViewChange((name: string) => callApi(pathOf(name), { method: 'DELETE' }))
