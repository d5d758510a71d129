/** The brand of an account: read, and saved with its contrast checked. */
import { atomically, type Db } from '../../db/db.ts'
import { isEmailAddress } from '../../lib/email-address.ts'
import { compileBody } from '../../mail/template/liquid.ts'
import { recordChange } from '../audit/record.ts'
import { fieldNames, refusing } from '../html/email-html.ts'
import { wrongAddress } from '../html/link-address.ts'
import { cleanRichText } from '../html/rich-text.ts'
import { type RuleCheck, refused, refusedFor, type Violation, violationsOf } from '../refusal.ts'
import { checkLine, tidied } from '../text.ts'
import { findBrand, keepBrand, lockBrand } from './brand.sql.ts'
import { type Brand, FIRST_BRAND, withFooterInLanguage } from './brand.ts'
import { type ContrastFinding, contrastsOf } from './contrast.ts'

const WORDS = {
  text: 'text',
  muted: 'the footer',
  links: 'links',
  buttons: 'the text of buttons',
} as const

const COLOUR_OF = {
  text: 'text',
  muted: 'muted',
  links: 'accent',
  buttons: 'onAccent',
} as const satisfies Record<ContrastFinding['pair'], keyof Brand['colours']>

/** The one that was saved last, or a plain one. */
export async function brandOf(db: Db, accountId: number): Promise<Brand> {
  const found = await findBrand(db, { accountId })
  return found ? { ...FIRST_BRAND, ...JSON.parse(found.brand) } : FIRST_BRAND
}

/** Validates the given parts. The footer is compiled later, with the fields of the account. */
export function violationsOfBrand({ colours, sender, logo, links }: Partial<Brand>): Violation[] {
  const isWhole = colours && COLOURS.every(name => colours[name])
  return violationsOf([
    ...(isWhole ? contrastsOf({ colours }) : []).map(
      (found): RuleCheck => [['colours', COLOUR_OF[found.pair]], () => refuseUnreadable(found)],
    ),
    [['sender', 'email'], () => sender?.email && checkSender(sender.email)],
    [['sender', 'replyTo'], () => sender?.replyTo && checkSender(sender.replyTo)],
    [['sender', 'name'], () => sender?.name && checkLine(sender.name, "sender's name", 200)],
    [['logo', 'href'], () => logo?.href && checkHref(logo.href)],
    [['links', 'imprint'], () => links?.imprint && checkLink(links.imprint)],
    [['links', 'privacy'], () => links?.privacy && checkLink(links.privacy)],
    [['logo', 'src'], () => logo?.src !== undefined && checkPicture(logo.src)],
  ])
}

const COLOURS = Object.keys(FIRST_BRAND.colours) as (keyof Brand['colours'])[]

function refuseUnreadable({ pair, colour, on, ratio, verdict }: ContrastFinding): void {
  if (verdict === 'wrong')
    throw refused('not-valid', 'brand-contrast', { pair: WORDS[pair], colour, on, ratio })
}

function checkSender(address: string): void {
  if (address.trim() !== '' && !isEmailAddress(address.trim()))
    throw refused('not-valid', 'brand-sender')
}

function checkHref(href: string): void {
  const wrong = wrongAddress(href)
  if (wrong !== undefined) throw refusedFor('not-valid', wrong)
}

function checkLink(link: string): void {
  if (!(/^https?:\/\//i.test(link) && URL.canParse(link))) throw refused('not-valid', 'brand-links')
}

function checkPicture(src: string): void {
  if (!/^(?:https:\/\/|\/m\/)/i.test(src)) throw refused('not-valid', 'brand-logo')
}

/** Refuses colours that can't be read. Newsletters take it when they are saved next. */
export async function saveBrand(db: Db, accountId: number, given: Brand): Promise<void> {
  const cleaned = { ...tidied(given), footer: cleanRichText(given.footer) }
  const brand = withFooterInLanguage(cleaned)
  const [wrong] = violationsOfBrand(brand)
  if (wrong) throw refusedFor('not-valid', wrong.detail)
  const fields = await fieldNames(db, accountId)
  await refusing(() => compileBody(brand.footer, fields, 'slot footer'))
  await atomically(db, async tx => {
    await lockBrand(tx, { accountId })
    const before = await brandOf(tx, accountId)
    await keepBrand(tx, { accountId, brand: JSON.stringify(brand) })
    await recordChange(tx, accountId, { action: 'brand.edit', id: '', before, after: brand })
  })
}
