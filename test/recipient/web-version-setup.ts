/** A newsletter with filters that was sent to one person, and the link to its web version. */
import { editField } from '../../src/domain/demographics/change-field.ts'
import { addNamedFilter } from '../../src/domain/filters/save-filter.ts'
import { addDraft } from '../../src/domain/newsletters/save-newsletter.ts'
import { makeSending } from '../../src/domain/sendings/make-sending.ts'
import { planSending } from '../../src/domain/sendings/plan-sending.ts'
import { messageTokens } from '../../src/mail/links/links.ts'
import { newReader, type Reader } from './setup.ts'

export const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const HTML = `<html><head><title>News</title><style>p { color: red }</style></head><body><p>Dear \
{{ name | default: "friend" }} of {{ City }},</p>
<img src="logo.gif" alt="x"><p data-filter="1">For Lund, \
{{ email }}</p><p data-filter="2">For others</p><script>alert(1)</script>
<a href="https://shop.example.test/">shop</a> <a href="{{ web_version_url }}">browser</a> \
<a href="{{ unsubscribe_url }}">leave</a></body></html>`

export async function newSentEmail(
  html = HTML,
  text = '',
): Promise<Reader & { newsletterId: number; mine: string; sendingId: number }> {
  const reader = await newReader()
  const { service, account, subscriberId, listId, key } = reader
  const { store } = service
  await editField(store, account.id, 1, { name: 'City' })
  await store.withClient(client =>
    client.query(
      `update subscribers set name = '<b>Åsa</b>', fields = array['Lund'] where account_id = $1`,
      [account.id],
    ),
  )
  await addNamedFilter(store, account.id, 'Lund', 'City = "Lund"')
  await addNamedFilter(store, account.id, 'Others', 'City != "Lund"')
  const draft = {
    name: 'Web',
    subject: 'Web <&>',
    preheader: 'Look',
    fromName: '',
    fromEmail: '',
    replyTo: '',
    listId,
  }
  const written = { ...draft, source: { kind: 'html' as const, html }, text }
  const newsletterId = await addDraft(store, account.id, written, { readPicture: () => GIF })
  const sendingId = await makeSending(store, account.id, {
    newsletterId,
    listId,
    dueAt: new Date(),
    zone: '+01:00',
  })
  await planSending(store, account.id, sendingId, 3_600_000)
  const { webVersion } = messageTokens(
    { accountId: account.id, of: 'sending', ofId: sendingId, id: subscriberId },
    key,
  )
  return { ...reader, newsletterId, sendingId, mine: `/w/${webVersion}` }
}

export const pathOf = (address: string): string => new URL(address).pathname
