/** The draft: previewed for a person, checked. */
import { useQuery } from '@tanstack/react-query'
import type { ContentFindingAnswer } from '../../actions/newsletters/newsletter-proofs.ts'
import type { WorkingCopyAnswer } from '../../actions/newsletters/working-copies.ts'
import { createSemaphore } from '../../lib/semaphore.ts'
import { type CallBody, call } from './client.ts'

export interface CheckAnswer {
  wrong: boolean
  findings: ContentFindingAnswer[]
}

export const previewContent = async (
  newsletterId: number | undefined,
  content: WorkingCopyAnswer['content'],
  {
    as: email,
    language,
    feed,
  }: {
    as: string | undefined
    language: string | undefined
    feed: CallBody<'POST /newsletters/preview'>['feed']
  },
  sized: boolean,
) =>
  await call('POST /newsletters/preview', {
    body: {
      newsletterId,
      content,
      sized,
      language,
      feed,
      ...(email !== undefined && { reader: { email } }),
    },
  })

/** A newsletter for the sample person; `version` changes with it. */
export const useNewsletterPreview = (id: number, version: string, wanted: boolean) =>
  useQuery({
    queryKey: ['pictures', 'newsletter', id, version],
    queryFn: () =>
      call('GET /newsletters/:newsletterId/preview', {
        params: { newsletterId: id },
        query: { links: 'plain' },
      }),
    enabled: wanted,
    retry: false,
  })

const NO_HEAD = {
  name: '',
  subject: '',
  preheader: '',
  fromName: '',
  fromEmail: '',
  replyTo: '',
  listId: null,
  inlined: true,
  text: '',
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
      return (await pictures.run(() => call('POST /newsletters/preview', { body }))).html
    },
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** Of the working copy as it is saved. */
export const checkContent = (newsletterId: number, links: boolean) =>
  call('POST /newsletters/:newsletterId/draft/check', {
    params: { newsletterId },
    body: { links },
  })
