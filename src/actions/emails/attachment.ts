/** Files of emails, as calls give and answers show them. */
import { z } from 'zod'
import {
  MAX_BASE64,
  MAX_FILE_NAME,
  MOST_FILES,
} from '../../domain/transactions/checks/check-attachments.ts'
import type { KeptFile } from '../../domain/transactions/emails/attachments.ts'
import { personalText } from '../mask.ts'

/** Bodies with files: 10 MB in base64, and the content. */
export const EMAIL_BODY_BYTES = 16_000_000

export const attachments = z
  .array(
    z.strictObject({
      name: z.string().max(MAX_FILE_NAME).describe('Of the file: invoice.pdf.'),
      content: z.string().max(MAX_BASE64).describe('Base64.'),
      type: z.string().max(127).default('').describe('By default by the ending of the name.'),
      contentId: z
        .string()
        .max(200)
        .default('')
        .describe('Of a picture that the HTML shows by `cid:` and this.'),
    }),
  )
  .max(MOST_FILES)
  .default([])
  .describe('Up to 20 files, 10 MB together.')

export const shownAttachments = z.array(
  z.object({ name: personalText, type: z.string(), contentId: z.string(), bytes: z.int() }),
)

export const shownFiles = (content: string): z.input<typeof shownAttachments> => {
  const { attachments = [] } = JSON.parse(content) as { attachments?: KeptFile[] }
  return attachments.map(({ name, type, contentId, octets }) => ({
    name,
    type,
    contentId,
    bytes: octets,
  }))
}
