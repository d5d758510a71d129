/** The brand of an account: read, and saved with its contrast checked. */
import { atomically, type Db } from '../../db/db.ts'
import { isEmailAddress } from '../../lib/email-address.ts'
import { compileBody } from '../../mail/template/liquid.ts'
import { recordChange } from '../audit/record.ts'
import { fieldNames, refusing } from '../html/email-html.ts'
import { wrongAddress } from '../html/link-address.ts'
import { cleanRichText } from '../html/rich-text.ts'
import { refused, refusedFor } from '../refusal.ts'
import { checkLine, tidied } from '../text.ts'
import { findBrand, keepBrand, lockBrand } from './brand.sql.ts'
import { type Brand, FIRST_BRAND, withFooterInLanguage } from './brand.ts'
import { contrastsOf } from './contrast.ts'

const WORDS = {
  text: 'text',
  muted: 'the footer',
  links: 'links',
  buttons: 'the text of buttons',
} as const

/** The one that was saved last, or a plain one. */
export async function brandOf(db: Db, accountId: number): Promise<Brand> {
  const found = await findBrand(db, { accountId })
  return found ? { ...FIRST_BRAND, ...JSON.parse(found.brand) } : FIRST_BRAND
}

/** Refuses colours that can't be read. Newsletters take it when they are saved next. */
export async function saveBrand(db: Db, accountId: number, given: Brand): Promise<void> {
  const cleaned = { ...tidied(given), footer: cleanRichText(given.footer) }
  const brand = withFooterInLanguage(cleaned)
  for (const { pair, colour, on, ratio, verdict } of contrastsOf(brand))
    if (verdict === 'wrong')
      throw refused('not-valid', 'brand-contrast', { pair: WORDS[pair], colour, on, ratio })
  for (const address of [brand.sender.email, brand.sender.replyTo])
    if (address.trim() !== '' && !isEmailAddress(address.trim()))
      throw refused('not-valid', 'brand-sender')
  checkLine(brand.sender.name, "sender's name", 200)
  const wrong = wrongAddress(brand.logo?.href ?? '')
  if (wrong !== undefined) throw refusedFor('not-valid', wrong)
  for (const link of Object.values(brand.links))
    if (link !== '' && !(/^https?:\/\//i.test(link) && URL.canParse(link)))
      throw refused('not-valid', 'brand-links')
  const { src } = brand.logo ?? {}
  if (src !== undefined && !/^(?:https:\/\/|\/m\/)/i.test(src))
    throw refused('not-valid', 'brand-logo')
  const fields = await fieldNames(db, accountId)
  await refusing(() => compileBody(brand.footer, fields, 'slot footer'))
  await atomically(db, async tx => {
    await lockBrand(tx, { accountId })
    const before = await brandOf(tx, accountId)
    await keepBrand(tx, { accountId, brand: JSON.stringify(brand) })
    await recordChange(tx, accountId, { action: 'brand.edit', id: '', before, after: brand })
  })
}
