/** DKIM keys, and the DNS records that publish them. */
import type { Store } from '../../db/db.ts'
import {
  type DkimKeyState,
  listDkimKeys,
  storeDkimKeys,
} from '../../domain/dkim/manage-dkim-keys.ts'
import { refused, type Violation, violationsOfValues } from '../../domain/refusal.ts'
import type { Sealer } from '../../lib/secrets.ts'
import {
  checkSelector,
  type DkimKey,
  DkimNameError,
  makeDkimKeys,
} from '../../mail/message/dkim-keys.ts'
import { readDomain } from './sender-dns.ts'

/**
 * Makes a pair of keys, RSA-2048 and Ed25519. The first pair of a domain signs at once, another
 * waits until the former is retired. The selector is made from the date by default.
 */
export async function addDkimPair(
  db: Store,
  sealer: Sealer,
  accountId: number,
  { domain, selector }: { domain: string; selector?: string | undefined },
): Promise<DkimKeyState[]> {
  const known = new Set((await listDkimKeys(db, accountId)).map(key => key.selector))
  const keys = await madeKeys(domain, selector ?? freeSelector(known))
  const kept = keys.map(({ dnsText, algorithm, ...key }) => ({
    ...key,
    algorithm: algorithm === 'rsa-sha256' ? ('rsa' as const) : ('ed25519' as const),
    record: dnsText,
  }))
  await storeDkimKeys(db, sealer, accountId, kept)
  return (await listDkimKeys(db, accountId)).filter(key =>
    keys.some(one => one.domain === key.domain && one.selector === key.selector),
  )
}

async function madeKeys(domain: string, selector: string): Promise<DkimKey[]> {
  try {
    return await makeDkimKeys(domain, selector)
  } catch (error) {
    throw refusalOfName(error)
  }
}

function refusalOfName(error: unknown): unknown {
  if (!(error instanceof DkimNameError)) return error
  const code = error.of === 'domain' ? 'dkim-domain' : 'dkim-selector-wrong'
  return Object.assign(refused('not-valid', code, { name: error.given }), { cause: error })
}

function checkedSelector(selector: string): void {
  try {
    checkSelector(selector)
  } catch (error) {
    throw refusalOfName(error)
  }
}

interface PairGiven {
  domain?: string | undefined
  selector?: string | undefined
}

export const violationsOfDkimPair = ({ domain, selector }: PairGiven): Violation[] =>
  violationsOfValues({ domain, selector }, { domain: readDomain, selector: checkedSelector })

/** `pp20261121`, with a suffix of a to z if that day has one already. */
function freeSelector(known: Set<string>): string {
  const day = `pp${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`
  const name = ['', ...'abcdefghijklmnopqrstuvwxyz']
    .map(suffix => `${day}${suffix}`)
    .find(one => !known.has(one))
  if (name !== undefined) return name
  throw refused('not-valid', 'dkim-many')
}

/** The TXT record of a key; `strings` in the form of a zone file (RFC 1035 3.3.14). */
export function dkimRecord({ selector, domain, record }: DkimKeyState) {
  const strings = (record.match(/.{1,255}/g) ?? []).map(part => `"${part}"`).join(' ')
  return { name: `${selector}._domainkey.${domain}`, text: record, strings }
}
