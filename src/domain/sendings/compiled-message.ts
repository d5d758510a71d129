/** Compiles a frozen email: the only place that converts it to the composer's types. */
import type { Db } from '../../db/db.ts'
import { domainOf } from '../../lib/email-address.ts'
import {
  type CompiledMessage,
  compileMessage,
  type MessageFacts,
  type ReadableMessage,
  readableMessage,
} from '../../mail/message/compile.ts'
import { compileMeasured, type MeasuredMessages } from '../../mail/message/compose.ts'
import { unsubscribeWords } from '../brand/brand.ts'
import { fieldsOfAccount } from '../demographics/demographics.sql.ts'
import { picturesOf } from '../html/pictures.sql.ts'
import type { Message } from '../newsletters/freeze-message.ts'
import { messageIn, versionAmong } from '../newsletters/language-filters.ts'

export interface MessagePlace
  extends Pick<
    MessageFacts,
    | 'accountId'
    | 'of'
    | 'ofId'
    | 'linksAfter'
    | 'publicUrl'
    | 'installation'
    | 'bounceDomain'
    | 'key'
    | 'pixel'
    | 'clicks'
    | 'trap'
  > {
  /** False: a transactional email, without the headers of bulk mail. */
  bulk?: boolean
  /** False: links are not rewritten, and there is no pixel. */
  tracked?: boolean
}

export const compiledMessage = async (
  db: Db,
  message: Message,
  place: MessagePlace,
): Promise<CompiledMessage> => compileMessage(...(await partsOf(db, message, place)))

/** The same, as each person may be measured, in each language. */
export interface LanguageMessages {
  base: MeasuredMessages
  /** By the filters of a recipient that matched. */
  for(blocks: readonly number[]): MeasuredMessages
  /** Of all languages, numbered after one another: so a click tells the language. */
  links: CompiledMessage['links']
}

export async function measuredMessages(
  db: Db,
  message: Message,
  place: MessagePlace,
): Promise<LanguageMessages> {
  const made: MeasuredMessages[] = []
  let linksAfter = place.linksAfter ?? 0
  for (const of of messagesIn(message)) {
    const next = compileMeasured(...(await partsOf(db, of, { ...place, linksAfter })))
    linksAfter += next.whole.links.length
    made.push(next)
  }
  const [base, ...versions] = made
  return {
    base: base!,
    for: blocks => versions[versionAmong(blocks) ?? -1] ?? base!,
    links: made.flatMap(one => one.whole.links),
  }
}

/** The base, and its versions in their order. */
const messagesIn = (message: Message): Message[] => [
  messageIn(message, undefined),
  ...(message.translated?.versions ?? []).map((_, i) => messageIn(message, i)),
]

/**
 * For renderMessage: nothing is encoded for sending. `version`: that among its languages, with the
 * numbers that its links have in the emails.
 */
export async function messageToRead(
  db: Db,
  message: Message,
  place: MessagePlace,
  version?: number,
): Promise<ReadableMessage> {
  const languages = messagesIn(message)
  const at = version === undefined ? 0 : Math.min(version + 1, languages.length - 1)
  let linksAfter = place.linksAfter ?? 0
  for (const before of languages.slice(0, at))
    linksAfter += readableMessage(...(await partsOf(db, before, place))).links.length
  return readableMessage(...(await partsOf(db, languages[at]!, { ...place, linksAfter })))
}

async function partsOf(
  db: Db,
  message: Message,
  { bulk = true, tracked = true, ...place }: MessagePlace,
): Promise<Parameters<typeof compileMessage>> {
  const names =
    message.fields ??
    (await fieldsOfAccount(db, { accountId: place.accountId })).map(
      field => [field.name, field.number] as const,
    )
  const pictures = await picturesOfMessage(db, place.accountId, message)
  return [
    {
      subject: message.subject,
      html: message.given?.literal
        ? message.html
        : withLibraryAddresses(message.html, place.publicUrl),
      text: message.text === '' ? undefined : message.text,
      preheader: message.preheader,
      pictures,
      given: message.given,
      unsubscribeWords: unsubscribeWords(message.language),
      from: { name: message.fromName, address: message.fromEmail },
      replyTo: message.replyTo === '' ? undefined : { name: '', address: message.replyTo },
    },
    {
      ...place,
      tracked: tracked && !message.untracked,
      list: bulk ? { id: message.listId, name: message.listName } : undefined,
      characterSet: message.characterSet,
      utm: message.utm,
      fields: new Map(names),
      mailDomain: domainOf(message.fromEmail),
    },
  ]
}

/** Pictures of the library stand without the address of the service, which may change. */
const withLibraryAddresses = (html: string, publicUrl: string): string =>
  html.replace(/(["'(])(?=\/m\/[0-9a-z]{1,13}-[0-9a-f]{40}\.)/g, `$1${publicUrl}`)

async function picturesOfMessage(db: Db, accountId: number, { pictures = [] }: Message) {
  if (pictures.length === 0) return []
  const found = await picturesOf(db, {
    accountId,
    hashes: [...new Set(pictures.map(({ hash }) => hash))],
  })
  const names = new Map(pictures.map(({ hash, path }) => [hash, path]))
  return found.map(picture => ({ ...picture, name: names.get(picture.hash)! }))
}
