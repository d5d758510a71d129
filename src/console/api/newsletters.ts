/** Newsletters, and the sendings of them. */
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { NewsletterAnswer, NewsletterListed } from '../../console-api/v1/routes/newsletters.ts'
import { type ApiPage, callApi } from './client.ts'
import { loadWorkingCopy } from './working-copies.ts'

const NEWSLETTERS = ['newsletters'] as const

export const useNewsletters = () =>
  useInfiniteQuery({
    queryKey: NEWSLETTERS,
    queryFn: async ({ pageParam }) => {
      const query = new URLSearchParams({ limit: '200', ...(pageParam && { after: pageParam }) })
      return (await callApi<ApiPage<NewsletterListed>>(`/newsletters?${query}`)).value
    },
    initialPageParam: '',
    getNextPageParam: page => page.next ?? undefined,
  })

function useNewsletterChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: NEWSLETTERS, exact: true }),
  })
}

export const useAddNewsletter = () =>
  useNewsletterChange(
    async (body: Record<string, unknown>) =>
      (await callApi<NewsletterAnswer>('/newsletters', { method: 'POST', body })).value,
  )

export const useRemoveNewsletter = () =>
  useNewsletterChange((id: number) => callApi(`/newsletters/${id}`, { method: 'DELETE' }))

export const useCopyNewsletter = () =>
  useNewsletterChange(async ({ id, name }: { id: number; name: string }) => {
    const { source, ...head } = (await loadWorkingCopy(id)).value.content
    const content =
      source.kind === 'blocks'
        ? { blocks: source.document }
        : source.kind === 'html'
          ? { html: source.html }
          : source.kind === 'mjml'
            ? { mjml: source.mjml }
            : {
                template: {
                  id: source.templateId,
                  ...(source.version && { version: source.version }),
                },
                slots: source.slots,
              }
    const body = { ...head, name, ...content }
    return (await callApi<NewsletterAnswer>('/newsletters', { method: 'POST', body })).value
  })
