/** Templates: the beginnings of newsletters. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { allPages, type CallBody, call } from './client.ts'

const TEMPLATES = ['templates'] as const

export const useTemplates = () =>
  useQuery({
    queryKey: TEMPLATES,
    queryFn: () => allPages('GET /templates'),
    staleTime: 30_000,
  })

export const useTemplate = (id: number | undefined) =>
  useQuery({
    queryKey: [...TEMPLATES, id],
    queryFn: async () => await call('GET /templates/:templateId', { params: { templateId: id! } }),
    enabled: id !== undefined,
  })

export function useAddTemplate() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: CallBody<'POST /templates'>) => call('POST /templates', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: TEMPLATES }),
  })
}

export function useChangeTemplate() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: { id: number } & CallBody<'PATCH /templates/:templateId'>) =>
      call('PATCH /templates/:templateId', { params: { templateId: id }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: TEMPLATES }),
  })
}
