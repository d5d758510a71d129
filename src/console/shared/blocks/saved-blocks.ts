/** Saved blocks: parts that newsletters share. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SavedBlockAnswer } from '../../../actions/newsletters/saved-blocks.ts'
import { call, callTagged } from '../../api/client.ts'

const SAVED = ['saved-blocks'] as const

export const useSavedBlocks = () =>
  useQuery({
    queryKey: SAVED,
    queryFn: async () => (await call('GET /saved-blocks')).items,
    staleTime: 30_000,
  })

export const useSavedBlockUses = (id: number | undefined) =>
  useQuery({
    queryKey: [...SAVED, id, 'uses'],
    queryFn: async () =>
      (await call('GET /saved-blocks/:savedId/uses', { params: { savedId: id! } })).items,
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
      await call('POST /saved-blocks', { body }),
  )

export const useRenameSavedBlock = () =>
  useSavedBlockChange(async ({ id, name }: { id: number; name: string }) => {
    const { tag } = await callTagged('GET /saved-blocks/:savedId', { params: { savedId: id } })
    return call('PATCH /saved-blocks/:savedId', {
      params: { savedId: id },
      body: { name },
      ifMatch: tag,
    })
  })

export const savedBlockRemoval = (savedId: number) => ({
  remove: () => call('DELETE /saved-blocks/:savedId', { params: { savedId } }),
  shown: SAVED,
})
