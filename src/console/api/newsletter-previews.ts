/** What is being written: previewed as somebody, checked, sent as a test. */
import type {
  ContentFindingAnswer,
  ContentPreviewAnswer,
} from '../../console-api/v1/routes/content-proofs.ts'
import type { WorkingCopyAnswer } from '../../console-api/v1/routes/working-copies.ts'
import { callApi } from './client.ts'

export interface CheckAnswer {
  wrong: boolean
  findings: ContentFindingAnswer[]
}

export const previewContent = async (
  newsletterId: number,
  content: WorkingCopyAnswer['content'],
  email: string | undefined,
) =>
  (
    await callApi<ContentPreviewAnswer>('/newsletters/preview', {
      method: 'POST',
      body: { newsletterId, content, ...(email !== undefined && { reader: { email } }) },
    })
  ).value

/** Of the working copy as it is saved. */
export const checkContent = async (newsletterId: number, links: boolean) =>
  (
    await callApi<CheckAnswer>(`/newsletters/${newsletterId}/draft/check`, {
      ...{ method: 'POST', body: { links } },
    })
  ).value

export const testGroups = async () =>
  (await callApi<{ items: { name: string; emails: string[] }[] }>('/test-groups')).value.items

export const sendTestEmail = async (body: {
  newsletterId: number
  group: string
  listId?: number
}) =>
  (
    await callApi<{ messages: number; sandbox: boolean }>('/sendings/tests', {
      ...{ method: 'POST', body, idempotencyKey: crypto.randomUUID() },
    })
  ).value
