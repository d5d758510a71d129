/** Checks a draft: each finding has its severity, its block, and a remedy. */
import { decodeHTMLAttribute } from 'entities'
import type { Store } from '../../../db/db.ts'
import { brandOf } from '../../../domain/brand/keep-brand.ts'
import { detailed } from '../../../domain/details/details.ts'
import { isSigned } from '../../../domain/dkim/dkim.ts'
import { isWithoutPicture } from '../../../domain/newsletters/blocks/check-document.ts'
import { allBlocks } from '../../../domain/newsletters/blocks/document.ts'
import type { NewsletterContent } from '../../../domain/newsletters/content/content.ts'
import { contentOf } from '../../../domain/newsletters/content/stored.ts'
import { savedNewsletter } from '../../../domain/newsletters/save-newsletter.ts'
import { Refusal } from '../../../domain/refusal.ts'
import { messageToRead } from '../../../domain/sendings/compiled-message.ts'
import { longestFeed } from '../../../domain/triggers/feeds/shown-feed.ts'
import { domainOf } from '../../../lib/email-address.ts'
import type { AllowedPlaces } from '../../../lib/fetch-guard-places.ts'
import { attributeOf, scanHtml } from '../../../mail/html/scan.ts'
import { checkMessage, linksOf, type MessageFinding } from '../../../mail/message/check.ts'
import { renderMessage } from '../../../mail/message/compose.ts'
import { findingOf, type SaidFinding } from '../../../mail/message/findings.ts'
import { mailDomain } from '../../../mail/message/headers.ts'
import { accessFindings, contrastFindings } from './access-findings.ts'
import { askedLinks } from './asked-links.ts'
import { blockAt, unnamedBlocks } from './block-names.ts'
import type { ContentFinding } from './content-finding.ts'
import { feedFindings } from './feed-in-email.ts'
import { languageFindings } from './language-findings.ts'
import { type CompiledContent, type ContentOptions, compiledContent } from './preview.ts'
import { type RenderingMeans, SOMEBODY } from './reader.ts'
import { spamTraits } from './spam-traits.ts'
import { tagsWithoutValues } from './tags-without-values.ts'

const MEND: Partial<Record<ContentFinding['what'], string>> = {
  subject: 'Write a subject of 20 to 45 characters; what is important first.',
  size: 'Take blocks out, or link to the rest: pictures of the library do not count.',
  pictures: 'Describe each picture in a few words, and use addresses with https://.',
  characters: 'Write it with other characters, or give the list the character set UTF-8.',
  links: 'Write the whole address with https://, or take the link out.',
  tags:
    'Fill the field by an import, or take the tag out; {{ name | default: "friend" }} falls ' +
    'back.',
  sender: 'Choose a sender of your own domain, and make its DKIM keys: under Home, First steps.',
}

export async function checkedContent(
  db: Store,
  means: RenderingMeans,
  accountId: number,
  content: NewsletterContent,
  options: ContentOptions & { links?: AllowedPlaces | undefined },
): Promise<ContentFinding[]> {
  const missing = missingIn(content)
  try {
    const compiled = await compiledContent(db, accountId, content, options)
    const found = await findings(db, means, accountId, content, compiled)
    found.push(...(await feedFindings(db, accountId, options.newsletterId, compiled.message)))
    const inLanguages = await languageFindings(db, accountId, content, compiled, of =>
      findings(db, means, accountId, content, { ...compiled, message: of }),
    )
    const html = [compiled.message, ...(compiled.message.translated?.versions ?? [])]
      .map(one => one.html)
      .join('\n')
    const answers = options.links ? await deadLinks(html, options.links) : []
    return sorted([...missing, ...found, ...inLanguages, ...answers])
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { place } = error
    const says = place?.block === undefined ? error.message : (error.subject ?? error.message)
    const mend = 'Mend it at this place; nothing else was checked.'
    return sorted([
      ...missing,
      { what: 'blocks', severity: 'wrong', says, mend, at: place ?? null, refusal: error.coded },
    ])
  }
}

/** Something is wrong in a newsletter that is to be sent: the first of it. */
export class WrongContent extends Refusal {
  constructor(wrong: readonly ContentFinding[]) {
    const [{ says, code, values = {}, refusal }] = wrong as [ContentFinding]
    const { detail, ...coded } = detailed('newsletter-wrong', { says, more: wrong.length - 1 })
    super('not-now', detail, detail)
    this.coded = { ...coded, finding: code && { code, values } }
    if (refusal) this.coded.because = [refusal]
  }
}

/** Checks a newsletter as it was last saved. */
export async function checkedNewsletter(
  db: Store,
  means: RenderingMeans,
  accountId: number,
  newsletterId: number,
  options: { listId?: number | undefined; links?: AllowedPlaces | undefined },
): Promise<ContentFinding[]> {
  const content = contentOf(await savedNewsletter(db, accountId, newsletterId))
  return checkedContent(db, means, accountId, content, { newsletterId, ...options })
}

/** Refuses to send a newsletter in which something is wrong. */
export async function refuseWrongContent(
  db: Store,
  means: RenderingMeans,
  accountId: number,
  newsletterId: number,
  listId: number | undefined,
): Promise<void> {
  const found = await checkedNewsletter(db, means, accountId, newsletterId, { listId })
  // The sender has a refusal of its own, with a way around it.
  const wrong = found.filter(({ severity, what }) => severity === 'wrong' && what !== 'sender')
  if (wrong.length > 0) throw new WrongContent(wrong)
}

const ORDER = ['wrong', 'look', 'fine']

const sorted = (found: ContentFinding[]): ContentFinding[] =>
  found.sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity))

/** Findings that a compiled email can't show. */
function missingIn({ subject, source }: NewsletterContent): ContentFinding[] {
  const found: ContentFinding[] = []
  const add = (
    severity: 'wrong' | 'look',
    what: ContentFinding['what'],
    said: SaidFinding,
    mend: string,
    block?: string,
  ) => found.push({ what, severity, ...said, mend, at: block === undefined ? null : { block } })
  if (subject.trim() === '') add('wrong', 'subject', findingOf('subject-none'), MEND.subject!)
  if (source.kind !== 'blocks') return found
  if (source.document.blocks.length === 0)
    add('wrong', 'blocks', findingOf('blocks-none'), 'Add a text or a picture.')
  for (const block of allBlocks(source.document)) {
    const { id, type } = block
    const toLink = 'Give the address that it leads to, or take it out.'
    const linked = type === 'button' ? block.text : type === 'product' ? block.button : ''
    if ((type === 'button' || type === 'product') && block.href.trim() === '')
      add('wrong', 'links', findingOf('button-unlinked', { text: cut(linked) }), toLink, id)
    if (type === 'video' && block.href.trim() === '')
      add('wrong', 'links', findingOf('video-unlinked'), toLink, id)
    if (isWithoutPicture(block))
      add('wrong', 'pictures', findingOf('picture-none'), 'Choose one, or take the block out.', id)
    if (type === 'menu' || type === 'social')
      for (const link of block.links)
        if (link.href.trim() === '')
          add(
            'wrong',
            'links',
            findingOf('entry-unlinked', { text: cut(nameOf(link)) }),
            toLink,
            id,
          )
    if (type === 'picture' && !isWithoutPicture(block) && block.alt.trim() === '') {
      const severity = block.href ? 'wrong' : 'look'
      const said = findingOf(block.href ? 'linked-picture-undescribed' : 'picture-undescribed')
      const mend = 'Say in a few words what it shows; leave it empty if it only decorates.'
      add(severity, 'pictures', said, mend, id)
    }
    const isEmpty = (type === 'text' || type === 'heading') && block.html.trim() === ''
    if (isEmpty)
      add('look', 'blocks', findingOf('block-empty'), 'Write something, or remove it.', id)
  }
  return found
}

const nameOf = (link: { text: string } | { name: string }): string =>
  'text' in link ? link.text : link.name

const cut = (text: string): string => text.slice(0, 60)

/** Each field contains its own number, so that no tag is empty. */
const NUMBERED = {
  ...SOMEBODY,
  fields: SOMEBODY.fields.map((part, i) => part || `DD${i + 1}`),
}

async function findings(
  db: Store,
  { publicUrl, bounceDomain, linkKey: key }: RenderingMeans,
  accountId: number,
  content: NewsletterContent,
  { draft, message, hasList }: CompiledContent,
): Promise<ContentFinding[]> {
  const clean = { ...message, html: unnamedBlocks(message.html) }
  const place = { accountId, of: 'test' as const, ofId: 0, publicUrl, bounceDomain, key }
  const sent = await messageToRead(db, clean, place)
  const plain = await messageToRead(db, clean, { ...place, tracked: false })
  const reader = { ...NUMBERED, feed: longestFeed(message) }
  const { html: sentHtml, text: sentText } = renderMessage(sent, reader)
  const { subject } = renderMessage(sent, { ...reader, name: '', fields: [] })
  const { html, text } = renderMessage(plain, reader)
  const domain = mailDomain(domainOf(message.fromEmail))
  const found = checkMessage({
    subject,
    html,
    text,
    characterSet: message.characterSet,
    domain,
    htmlBytes: Buffer.byteLength(sentHtml ?? sentText),
    showsUnsubscribe:
      linksOf(draft.html).some(({ address }) => address.includes('unsubscribe_url')) ||
      (html === undefined && draft.text.includes('unsubscribe_url')),
    signed: await isSigned(db, accountId, domain),
  })
  found.push(...(await tagsWithoutValues(db, accountId, clean, sent)))
  const hasSender = hasList || content.fromEmail.trim() !== ''
  const unlisted: ContentFinding = {
    what: 'sender',
    severity: 'wrong',
    ...findingOf('sender-none'),
    at: null,
    mend: 'Make a list, or give a sender.',
  }
  const inBlocks = content.source.kind === 'blocks'
  return [
    ...found
      // Of an empty subject and of the pictures of blocks there are findings with their places.
      .filter(({ what }) => what !== 'subject' || content.subject.trim() !== '')
      .filter(({ what, severity }) => !(inBlocks && what === 'pictures' && severity === 'fine'))
      .filter(({ what }) => hasSender || what !== 'sender')
      .map(finding => withPlace(finding, message.html)),
    ...(hasSender ? [] : [unlisted]),
    ...spamTraits({ subject: content.subject, html: message.html }),
    ...(message.html === '' ? [] : accessFindings(message.html, { titled: inBlocks })),
    ...(content.source.kind === 'blocks'
      ? contrastFindings(content.source.document, await brandOf(db, accountId))
      : []),
  ]
}

function withPlace(finding: MessageFinding, html: string): ContentFinding {
  const { what, severity, says } = finding
  const mend = severity === 'fine' ? null : (MEND[what] ?? null)
  const at = severity === 'fine' ? null : placeOf(what, says, html)
  return { ...finding, mend, at }
}

/** The block that a link or a character of a finding stands in. */
function placeOf(what: MessageFinding['what'], says: string, html: string) {
  const of = blockAt(html)
  const block = (at: number) => (at < 0 ? null : of(at))
  let id: string | null = null
  if (what === 'links') {
    const named = /^"(?:[^"\\]|\\.)*"/.exec(says)?.[0]
    const address = named === undefined ? '' : (JSON.parse(named) as string)
    id = block(linkPlaces(html).find(link => link.address === address)?.start ?? -1)
  }
  if (what === 'characters') id = block(html.indexOf(/: (\S{1,2}) \(U\+/u.exec(says)?.[1] ?? '\0'))
  return id === null ? null : { block: id }
}

function linkPlaces(html: string): { address: string; start: number }[] {
  const places: { address: string; start: number }[] = []
  for (const token of scanHtml(html)) {
    const href =
      token.type === 'open' && token.name === 'a' ? attributeOf(token, 'href') : undefined
    if (href) places.push({ address: decodeHTMLAttribute(href.value).trim(), start: token.start })
  }
  return places
}

const MEND_LINK = 'Open it in a browser; correct the address, or take the link out.'

/** Requests each address once. Those that differ between subscribers can't be requested. */
async function deadLinks(html: string, allow: AllowedPlaces): Promise<ContentFinding[]> {
  const of = blockAt(html)
  const blocks = new Map<string, string | null>()
  for (const { address, start } of linkPlaces(html))
    if (/^https?:\/\//i.test(address) && !/\{[{%]/.test(address) && !blocks.has(address))
      blocks.set(address, of(start))
  const found = await askedLinks([...blocks.keys()], allow)
  return found.map(({ address, ...asked }): ContentFinding => {
    const block = address === undefined ? undefined : blocks.get(address)
    const at = block ? { block } : null
    return { what: 'links', ...asked, mend: asked.severity === 'fine' ? null : MEND_LINK, at }
  })
}
