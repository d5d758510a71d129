/** The price table of an account: the price of a segment by the prefix of a number. */
import { atomically, type Db, type Store } from '../../../db/db.ts'
import { unmarked } from '../../../lib/csv-cell.ts'
import { recordChange } from '../../audit/record.ts'
import { firstRows, seenDelimiter } from '../../files/form/file-form.ts'
import { Refusal } from '../../refusal.ts'
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

/** Refuses an invalid prefix or price with a sentence. */
export function readPrice(prefix: string, price: string): Price {
  const digits = prefix.replace(/[\s().-]/g, '').replace(/^(?:\+|00)/, '')
  if (!/^[1-9]\d{0,14}$/.test(digits))
    throw new Refusal(
      'not-valid',
      'A prefix is a calling code, or a number from its calling code on, such as 46 or 4670.',
    )
  const amount = readAmount(price)
  if (amount === undefined || amount < 0n || amount > MOST_PRICE)
    throw new Refusal(
      'not-valid',
      'A price is a number of credits, from 0 to 10000, with up to six decimals, such as 0.35.',
    )
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
      throw new Refusal('not-valid', `There is no price for ${prefix}.`).atShell(
        'To see them: pennypost sms price list',
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
  const wrong = (line: number, why: string) =>
    new Refusal('not-valid', `Line ${line}: ${why} Nothing was changed.`)
  if (rows.length > MOST_ROWS)
    throw new Refusal(
      'not-valid',
      `A price list has at most ${MOST_ROWS} rows. Nothing was changed.`,
    )
  const prices = new Map<string, string>()
  for (const { line, columns, problem } of named ? rows.slice(1) : rows) {
    if (problem) throw wrong(line, 'The row is not valid.')
    const price = priceOf(line, columns[prefixAt] ?? '', columns[priceAt] ?? '')
    const before = prices.get(price.prefix)
    if (before !== undefined && before !== price.price)
      throw wrong(line, `${price.prefix} has another price above.`)
    prices.set(price.prefix, price.price)
  }
  if (prices.size === 0)
    throw new Refusal('not-valid', 'The list contains no prices. Nothing was changed.')
  return [...prices].map(([prefix, price]) => ({ prefix, price }))

  function priceOf(line: number, prefix: string, price: string): Price {
    try {
      return readPrice(prefix, delimiter === ',' ? price : price.replace(',', '.'))
    } catch (error) {
      throw error instanceof Refusal ? wrong(line, error.subject ?? error.message) : error
    }
  }
}
