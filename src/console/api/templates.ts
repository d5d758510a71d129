/** Templates: the beginnings of newsletters. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TemplateAnswer, TemplateListed } from '../../actions/templates/templates.ts'
import { allPages, callApi } from './client.ts'

const TEMPLATES = ['templates'] as const

export const useTemplates = () =>
  useQuery({
    queryKey: TEMPLATES,
    queryFn: () => allPages<TemplateListed>('/templates'),
    staleTime: 30_000,
  })

export const useTemplate = (id: number | undefined) =>
  useQuery({
    queryKey: [...TEMPLATES, id],
    queryFn: async () => (await callApi<TemplateAnswer>(`/templates/${id}`)).value,
    enabled: id !== undefined,
  })

export function useSaveTemplate(id: number | undefined) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: Record<string, unknown>) =>
      id === undefined
        ? (await callApi<TemplateAnswer>('/templates', { method: 'POST', body })).value
        : (await callApi<TemplateAnswer>(`/templates/${id}`, { method: 'PATCH', body })).value,
    onSuccess: () => queries.invalidateQueries({ queryKey: TEMPLATES }),
  })
}

/** Whether new newsletters may begin with one. */
export function useChangeTemplate() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, active }: { id: number; active: boolean }) =>
      callApi<TemplateAnswer>(`/templates/${id}`, { method: 'PATCH', body: { active } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: TEMPLATES }),
  })
}
