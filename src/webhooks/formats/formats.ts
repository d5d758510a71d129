/** The formats of webhooks by their names. */
import type { WebhookFormat } from '../../domain/webhooks/formats.ts'
import type { EventFormat } from './event-format.ts'
import { mailgun } from './mailgun.ts'
import { pennypost } from './pennypost.ts'
import { postmark } from './postmark.ts'
import { resend } from './resend.ts'
import { sendgrid } from './sendgrid.ts'

export const eventFormats: Readonly<Record<WebhookFormat, EventFormat>> = {
  pennypost,
  resend,
  postmark,
  sendgrid,
  mailgun,
}
