/** A store with people whose addresses are suppressed by imports and bounces. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  importSuppressed,
  type SuppressionProgress,
} from '../../src/domain/bounces/suppression/import-suppressed.ts'
import {
  type SuppressedAddress,
  type SuppressedSelection,
  suppressedAddresses,
} from '../../src/domain/bounces/suppression/suppressed.ts'
import type { RejectedAddress } from '../../src/domain/files/import-addresses.ts'
import { readAddresses } from '../../src/domain/files/read-addresses.ts'
import { sendingSetup } from './sending.ts'

export const RULES = { softLimit: 5, softDays: 30 }
/** The first ids, on a list. */
export const PEOPLE = 40

export async function suppressionSetup() {
  const folder = mkdtempSync(join(tmpdir(), 'pennypost-suppressed-'))
  const setup = await sendingSetup(PEOPLE)
  const { store, accountId, ask } = setup
  await ask("insert into counters (account_id, kind, next_id) values ($1, 'subscriber', 10000)", [
    accountId,
  ])
  let files = 0
  const listed = async (chosen: SuppressedSelection = {}): Promise<SuppressedAddress[]> => {
    const found: SuppressedAddress[] = []
    for await (const part of suppressedAddresses(store, accountId, chosen)) found.push(...part)
    return found
  }
  const importing = (content: string, { reason = '', hardDays }: ImportSettings = {}) => {
    const path = join(folder, `${++files}.csv`)
    writeFileSync(path, content)
    const options = { rows: readAddresses(path), reason, rules: RULES, hardDays }
    return importSuppressed(store, accountId, options)
  }
  return {
    ...setup,
    listed,
    emails: async (chosen?: SuppressedSelection) =>
      (await listed(chosen)).map(({ email }) => email),
    importing,
    async imported(content: string, settings: ImportSettings = {}) {
      let last: SuppressionProgress | undefined
      const rejects: RejectedAddress[] = []
      for await (const step of importing(content, settings)) {
        last = step
        rejects.push(...step.rejects)
      }
      const { counts, optedOut, undated } = last!
      return { ...counts, optedOut, undated, rejects }
    },
    /** Bounces of people by id, or of addresses without a subscriber, so many minutes ago. */
    bounced: (rows: { id?: number; email?: string; minutes: number; kind?: string }[]) =>
      ask(
        `insert into bounces (account_id, id, source_kind, source_id, delivery_id, subscriber_id,
           email, kind, class, reply, rule, identity, received_at)
         select $1, 100000 + i, 3, 1, i, case when email is null then id end,
           coalesce(email, 'p' || id || '@example.test'), kind, 'bad-mailbox', '550 5.1.1 no', '',
           '', now() - make_interval(mins => minutes)
         from unnest($2::bigint[], $3::text[], $4::int[], $5::text[]) with ordinality
           as g (id, email, minutes, kind, i)`,
        [
          accountId,
          rows.map(({ id }) => id ?? 0),
          rows.map(({ email }) => email ?? null),
          rows.map(({ minutes }) => minutes),
          rows.map(({ kind = 'hard' }) => kind),
        ],
      ),
    /** As at the beginning. */
    async reset(): Promise<void> {
      await ask('delete from bounces')
      await ask('delete from opt_outs')
      await ask('delete from subscribers where id > $1', [PEOPLE])
      await ask(
        'update subscribers set undeliverable_since = null, undeliverable_until = null, ' +
          'undeliverable_reason = null, opted_out_at = null',
      )
    },
    async close(): Promise<void> {
      await setup.drop()
      rmSync(folder, { recursive: true })
    },
  }
}

interface ImportSettings {
  reason?: string
  hardDays?: number
}
