/** The draft: previewed for a person, checked. */
import { useQuery } from '@tanstack/react-query'
import type {
  ContentFindingAnswer,
  ContentPreviewAnswer,
} from '../../actions/newsletters/content-proofs.ts'
import type { SavedPreviewAnswer } from '../../actions/newsletters/newsletter-proofs.ts'
import type { WorkingCopyAnswer } from '../../actions/newsletters/working-copies.ts'
import { createSemaphore } from '../../lib/semaphore.ts'
import { callApi } from './client.ts'

export interface CheckAnswer {
  wrong: boolean
  findings: ContentFindingAnswer[]
}

export const previewContent = async (
  newsletterId: number | undefined,
  content: WorkingCopyAnswer['content'],
  email: string | undefined,
  sized: boolean,
) =>
  (
    await callApi<ContentPreviewAnswer>('/newsletters/preview', {
      method: 'POST',
      body: { newsletterId, content, sized, ...(email !== undefined && { reader: { email } }) },
    })
  ).value

/** A newsletter for the sample person; `version` changes with it. */
export const useNewsletterPreview = (id: number, version: string, wanted: boolean) =>
  useQuery({
    queryKey: ['pictures', 'newsletter', id, version],
    queryFn: async () => {
      const path = `/newsletters/${id}/preview?links=plain`
      return (await callApi<SavedPreviewAnswer>(path)).value
    },
    enabled: wanted,
    retry: false,
  })

const NO_HEAD = {
  ...{ name: '', subject: '', preheader: '', fromName: '', fromEmail: '', replyTo: '' },
  ...{ listId: null, inlined: true, text: '' },
}

/** A gallery asks for ten at once: the service makes few emails of an account at the same time. */
const pictures = createSemaphore(3)

/** HTML of a design for its thumbnail, for the sample person; null: there is none. */
export const usePictureHtml = (
  key: readonly unknown[],
  source: WorkingCopyAnswer['content']['source'],
  wanted: boolean,
) =>
  useQuery({
    queryKey: ['pictures', ...key],
    queryFn: async () => {
      const body = { content: { ...NO_HEAD, source }, sized: false }
      const { value } = await pictures.run(() =>
        callApi<ContentPreviewAnswer>('/newsletters/preview', { method: 'POST', body }),
      )
      return value.html
    },
    enabled: wanted,
    ...{ staleTime: Number.POSITIVE_INFINITY, retry: false },
  })

/** Of the working copy as it is saved. */
export const checkContent = async (newsletterId: number, links: boolean) =>
  (
    await callApi<CheckAnswer>(`/newsletters/${newsletterId}/draft/check`, {
      ...{ method: 'POST', body: { links } },
    })
  ).value
