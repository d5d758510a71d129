/** The strings of these pages, in each language, loaded with them. */
import { useLanguage } from '../../texts/language.tsx'
import type { Webhook } from './calls.ts'
import { webhooks } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const WORDS: Record<string, typeof webhooks> = { en: webhooks, sv, de }

export const useWebhookTexts = (): typeof webhooks => WORDS[useLanguage().language] ?? webhooks

/** Names that are the same in all languages. */
export const FORMAT_NAMES: Record<Webhook['format'], string> = {
  pennypost: 'Pennypost',
  resend: 'Resend',
  postmark: 'Postmark',
  sendgrid: 'SendGrid',
  mailgun: 'Mailgun',
}
