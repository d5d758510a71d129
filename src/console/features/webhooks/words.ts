/** The strings of these pages, in each language, loaded with them. */
import { usePageTexts } from '../../texts/page-texts.ts'
import type { Webhook } from './calls.ts'
import { webhooks } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const TEXTS = { en: webhooks, sv, de }

export const useWebhookTexts = () => usePageTexts(TEXTS)

/** Names that are the same in all languages. */
export const FORMAT_NAMES: Record<Webhook['format'], string> = {
  pennypost: 'Pennypost',
  resend: 'Resend',
  postmark: 'Postmark',
  sendgrid: 'SendGrid',
  mailgun: 'Mailgun',
}
