/** The price table of an account: the price of a segment by the prefix of a number. */
import { atomically, type Db, type Store } from '../../../db/db.ts'
import { unmarked } from '../../../lib/csv-cell.ts'
import { recordChange } from '../../audit/record.ts'
import { type Detail, detailed } from '../../details/details.ts'
import { firstRows, seenDelimiter } from '../../files/form/file-form.ts'
import { type Refusal, refused, refusedFor } from '../../refusal.ts'
import { readAmount, writeAmount } from './amount.ts'
import { pricesOfAccount, removePrice, removePrices, savePrices } from './prices.sql.ts'

export interface Price {
  /** Digits, beginning with a calling code. */
  prefix: string
  /** An exact decimal. */
  price: string
}

/** In millionths: limits the cost of a message to a valid amount. */
const MOST_PRICE = 10_000_000_000n

/** Refuses an invalid prefix or price. */
export function readPrice(prefix: string, price: string): Price {
  const checked = checkPrice(prefix, price)
  if (!('detail' in checked)) return checked
  const refusal = refusedFor('not-valid', checked)
  throw checked.code === 'price-credits' ? refusal.ofValue('price') : refusal
}

function checkPrice(prefix: string, price: string): Price | Detail {
  const digits = prefix.replace(/[\s().-]/g, '').replace(/^(?:\+|00)/, '')
  if (!/^[1-9]\d{0,14}$/.test(digits)) return detailed('price-prefix')
  const amount = readAmount(price)
  if (amount === undefined || amount < 0n || amount > MOST_PRICE) return detailed('price-credits')
  return { prefix: digits, price: writeAmount(amount) }
}

/**
 * Adds or changes prices; `replace` removes all others. All are saved, or none. Returns the number
 * of prices in the table afterwards.
 */
export function keepPrices(
  db: Store,
  accountId: number,
  prices: readonly Price[],
  replace: boolean,
): Promise<number> {
  const work = async (tx: Db) => {
    if (replace) await removePrices(tx, { accountId })
    await savePrices(tx, {
      accountId,
      prefixes: prices.map(({ prefix }) => prefix),
      prices: prices.map(({ price }) => price),
    })
    const all = (await pricesOfAccount(tx, { accountId })).length
    const [first] = prices
    const after = prices.length === 1 ? { [first!.prefix]: first!.price } : { prices: all, replace }
    await recordChange(tx, accountId, { action: 'sms.prices', id: '', after })
    return all
  }
  return atomically(db, work, { again: true })
}

/** Takes one price out of the table. Refuses a prefix without one. Returns its digits. */
export async function dropPrice(db: Store, accountId: number, given: string): Promise<string> {
  const { prefix } = readPrice(given, '0')
  const work = async (tx: Db) => {
    const known = (await pricesOfAccount(tx, { accountId })).find(one => one.prefix === prefix)
    if (!known)
      throw refused('not-valid', 'price-none', { prefix }).atShell(
        'see',
        'pennypost sms price list',
      )
    await removePrice(tx, { accountId, prefix })
    const before = { [prefix]: known.price }
    await recordChange(tx, accountId, { action: 'sms.prices', id: '', before })
  }
  await atomically(db, work, { again: true })
  return prefix
}

/** Far more than the prefixes of any real price list. */
const MOST_ROWS = 100_000

const MARKS = { quote: '"', escape: '', comment: '' }

const wrongLine = (line: number, why: Detail): Refusal =>
  refusedFor('not-valid', detailed('price-line', { line, says: why.detail }), [why])

/**
 * Parses a price list: rows of prefix and price, or with a header that names these columns. The
 * delimiter is seen from the rows; if it is not a comma, decimals may have one. An invalid row, or
 * a prefix with two prices, refuses the whole list.
 */
export function readPriceList(given: string): Price[] {
  const text = given.replace(/^\ufeff/, '')
  const delimiter = seenDelimiter(text, MARKS)
  const rows = firstRows(text, { ...MARKS, delimiter }, false)
  for (const row of rows) row.columns = row.columns.map(unmarked)
  const names = rows[0]?.columns.map(name => name.trim().toLowerCase()) ?? []
  const named = names.includes('prefix') && names.includes('price')
  const [prefixAt, priceAt] = named ? [names.indexOf('prefix'), names.indexOf('price')] : [0, 1]
  if (rows.length > MOST_ROWS) throw refused('not-valid', 'prices-many', { most: MOST_ROWS })
  const prices = new Map<string, string>()
  for (const { line, columns, problem } of named ? rows.slice(1) : rows) {
    if (problem) throw wrongLine(line, detailed('price-row'))
    const written = columns[priceAt] ?? ''
    const decimal = delimiter === ',' ? written : written.replace(',', '.')
    const price = checkPrice(columns[prefixAt] ?? '', decimal)
    if ('detail' in price) throw wrongLine(line, price)
    const before = prices.get(price.prefix)
    if (before !== undefined && before !== price.price)
      throw wrongLine(line, detailed('price-other', { prefix: price.prefix }))
    prices.set(price.prefix, price.price)
  }
  if (prices.size === 0) throw refused('not-valid', 'prices-none')
  return [...prices].map(([prefix, price]) => ({ prefix, price }))
}
