/** Saved blocks: parts that newsletters share. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SavedBlockAnswer } from '../../../actions/newsletters/saved-blocks.ts'
import { callApi } from '../../api/client.ts'

const SAVED = ['saved-blocks'] as const

export const useSavedBlocks = () =>
  useQuery({
    queryKey: SAVED,
    queryFn: async () =>
      (await callApi<{ items: SavedBlockAnswer[] }>('/saved-blocks')).value.items,
    staleTime: 30_000,
  })

export const useSavedBlockUses = (id: number | undefined) =>
  useQuery({
    queryKey: [...SAVED, id, 'uses'],
    queryFn: async () =>
      (await callApi<{ items: { id: number; name: string }[] }>(`/saved-blocks/${id}/uses`)).value
        .items,
    enabled: id !== undefined,
  })

function useSavedBlockChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: SAVED }),
  })
}

export const useAddSavedBlock = () =>
  useSavedBlockChange(
    async (body: Pick<SavedBlockAnswer, 'name' | 'blocks'>) =>
      (await callApi<SavedBlockAnswer>('/saved-blocks', { method: 'POST', body })).value,
  )

export const useRenameSavedBlock = () =>
  useSavedBlockChange(async ({ id, name }: { id: number; name: string }) => {
    const { tag } = await callApi(`/saved-blocks/${id}`)
    return callApi(`/saved-blocks/${id}`, { method: 'PATCH', body: { name }, ifMatch: tag })
  })

export const useRemoveSavedBlock = () =>
  useSavedBlockChange((id: number) => callApi(`/saved-blocks/${id}`, { method: 'DELETE' }))
