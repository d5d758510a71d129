/** The texts and files of a submitted message. */
import { MOST_FILES } from '../domain/transactions/checks/check-attachments.ts'
import { MAX_CONTENT } from '../domain/transactions/checks/check-email.ts'
import type { NewEmail } from '../domain/transactions/emails/prepare-email.ts'
import { decodedBody, decodedText, decodedWords } from '../mail/mime/decode.ts'
import { readParameters } from '../mail/mime/read-parameters.ts'
import { isMessage, type MimePart } from '../mail/mime/structure.ts'
import { MessageRefused } from './replies.ts'

type MessageContent = Pick<NewEmail, 'html' | 'text' | 'attachments'>
type FileOfMessage = MessageContent['attachments'][number]

/** A signature of the sender over the message, which is written anew. */
const SIGNED = /^(?:multipart\/(?:signed|encrypted)|application\/(?:x-)?pkcs7-mime)$/

/** `parts`: of readMime. Throws MessageRefused. */
export function contentOf(message: Buffer, parts: readonly MimePart[]): MessageContent {
  if (parts.some(({ type, depth }) => depth === 0 && SIGNED.test(type)))
    throw new MessageRefused('550 5.6.1 A signed or encrypted message can not be kept as it is')
  const texts = { 'text/plain': [] as string[], 'text/html': [] as string[] }
  const files: FileOfMessage[] = []
  for (const part of parts) {
    // Messages in messages are files.
    if (part.depth > 0 || part.type.startsWith('multipart/')) continue
    const body = bodyOf(message, part)
    const { name, isAttached } = fileFacts(part)
    if ((part.type === 'text/plain' || part.type === 'text/html') && !isAttached)
      texts[part.type].push(textIn(body, part))
    else if (body.length > 0) files.push(fileIn(body, part, name, files.length + 1))
  }
  const html = texts['text/html'].join('\n')
  const text = texts['text/plain'].join('\n')
  // Without a content of its own, an email is the newsletter of its project.
  if ((html + text).trim() === '') throw new MessageRefused('550 5.6.0 The message has no text')
  return { html, text, attachments: withIdsShownIn(html, files) }
}

const bodyOf = (message: Buffer, { fields, start, end }: MimePart): Buffer =>
  decodedBody(
    message.subarray(start, end),
    fields.get('content-transfer-encoding')?.[0],
    end - start,
  )

const textIn = (body: Buffer, { params }: MimePart): string =>
  decodedText(body, params.get('charset')).replaceAll('\0', '').replace(/\r\n?/g, '\n')

function fileFacts({ fields }: MimePart): { name: string; isAttached: boolean } {
  const disposition = fields.get('content-disposition')?.[0] ?? ''
  const name =
    readParameters(disposition).get('filename') ??
    readParameters(fields.get('content-type')?.[0] ?? '').get('name') ??
    ''
  return { name, isAttached: name !== '' || /^\s*attachment\b/i.test(disposition) }
}

function fileIn(body: Buffer, part: MimePart, name: string, number: number): FileOfMessage {
  const forwarded = isMessage(part.type)
  const id = decodedWords(part.fields.get('content-id')?.[0] ?? '')
  return {
    name: name === '' ? `attachment-${number}${forwarded ? '.eml' : endingOf(part.type)}` : name,
    content: body.toString('base64'),
    // A message is not sent in base64 as such (RFC 2046 5.2.1).
    type: forwarded ? 'application/octet-stream' : part.type,
    contentId: id.trim().replace(/^<|>$/g, ''),
  }
}

/** `.png` of image/png; that of text/calendar is another word. */
function endingOf(type: string): string {
  if (type === 'text/calendar') return '.ics'
  const word = /\/([a-z0-9]{2,5})$/.exec(type)?.[1]
  return word === undefined ? '' : `.${word}`
}

/** Programs give ids to all files; the first of each that the HTML shows keeps its own. */
function withIdsShownIn(html: string, files: FileOfMessage[]): FileOfMessage[] {
  // Each file is looked for in the HTML: of more, or longer ones, the email is refused anyway.
  if (files.length > MOST_FILES || html.length > MAX_CONTENT) return files
  const shown = new Set<string>()
  return files.map(file => {
    const isShown =
      file.contentId !== '' && !shown.has(file.contentId) && html.includes(`cid:${file.contentId}`)
    if (isShown) shown.add(file.contentId)
    return isShown ? file : { ...file, contentId: '' }
  })
}
