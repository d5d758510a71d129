/**
 * Emails to new addresses claimed, handed over and settled as lanes do it, in turns: without words
 * of their addresses, with words written in the background, and with words before the hand-over.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../src/db/db.ts'
import { openStore } from '../src/db/open-store.ts'
import { noteClaimed, writeNotedWords } from '../src/domain/transactions/emails/email-words.ts'
import { claimTransactions, handOverTransactions } from '../src/domain/transactions/sending.sql.ts'
import { SOURCE } from '../src/lib/source-kind.ts'
import { emailSettling } from '../src/workers/email-settling.ts'
import { writeEmailWords } from '../src/workers/email-words.ts'
import type { Context } from './driving.ts'
import type { Figures } from './figures.ts'
import { execute } from './fixture.ts'
import type { Bench } from './own-database.ts'
import { sized } from './smoke.ts'

export const WORD_TURNS = {
  none: 'emails without words',
  background: 'emails, words in the background',
  within: 'emails, words before the hand-over',
}
export type Turn = keyof typeof WORD_TURNS

const TURNS = sized(12, 1)
const CLAIMS = sized(20, 1)
const BATCH = sized(500, 10)
const PROJECT = 1
const RULES = { softLimit: 5, softDays: 30 }

export async function takeWordTurns(
  { noteLoad }: Context,
  bench: Bench,
  figures: Figures,
): Promise<void> {
  const { store, accountId } = bench
  const before = await newestId(bench)
  const background = openStore({ connection: bench.connection, connections: 2 })
  const modes = Object.keys(WORD_TURNS) as Turn[]
  try {
    for (let turn = 0; turn < TURNS; turn++)
      for (let at = 0; at < modes.length; at++) {
        const mode = modes[(turn + at) % modes.length]!
        await addEmails(bench, turn * modes.length + at)
        if (at === 0) noteLoad()
        const stopping = new AbortController()
        const writing = mode === 'background' && writeWords(background, stopping.signal)
        const from = performance.now()
        for (let n = 0; n < CLAIMS; n++) await sendClaim(store, accountId, mode)
        const seconds = (performance.now() - from) / 1000
        figures.add(WORD_TURNS[mode], 'emails/s', (CLAIMS * BATCH) / seconds)
        stopping.abort()
        await writing
        while (await writeNotedWords(store, accountId)) {}
      }
  } finally {
    await background.close()
    await forgetEmails(bench, before)
  }
}

async function writeWords(store: Store, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) if (!(await writeEmailWords(store, stopping))) await pause(5)
}

async function sendClaim(store: Store, accountId: number, mode: Turn): Promise<void> {
  const by = { claimId: randomUUID(), worker: randomUUID() }
  const place = { accountId, projectId: PROJECT }
  const claimed = await claimTransactions(store, { ...place, ...by, most: BATCH, leaseSeconds: 60 })
  if (claimed.length !== BATCH) throw new Error(`${claimed.length} emails were claimed`)
  if (mode !== 'none') await noteClaimed(store, accountId, by.claimId, claimed)
  if (mode === 'within') while (await writeNotedWords(store, accountId)) {}
  const ids = claimed.map(({ id }) => id)
  const all = <Value>(value: Value): Value[] => ids.map(() => value)
  const measured = { opensUnmeasured: all(false), clicksUnmeasured: all(false) }
  await handOverTransactions(store, {
    ...place,
    ...by,
    ...measured,
    ids,
    keyHashes: [],
    routeId: 0,
  })
  const source = { accountId, sourceKind: SOURCE.transaction, sourceId: PROJECT }
  const reply = '250 2.0.0 Ok: queued as 4bX'
  const none = { reason: null, nextTryAt: null, unspent: 0 as const }
  const outcome = { state: 'accepted' as const, reply, ...none }
  const word = { provider: 'other', outcome: 'accepted' as const, reply: '', routeId: 0 }
  const results = ids.map(id => ({ id, tries: 1, outcome, word }))
  await emailSettling(store, source, RULES)(results, [by.claimId])()
}

/** Those of a turn, each to another address; their words lie all over the index. */
async function addEmails(bench: Bench, turn: number): Promise<void> {
  const { store, accountId } = bench
  const from = (await newestId(bench)) + 1
  const many = CLAIMS * BATCH
  const salt = `${Date.now()}-${turn}`
  const due = "now() - interval '1 day'"
  await execute(
    store,
    `insert into transactions (account_id, id, project_id, email, email_key, send_at)
     select ${accountId}, id, ${PROJECT}, address, address, ${due} from (
       select id, substr(md5('${salt}' || id), 1, 6) || '.' || substr(md5(id || '${salt}'), 1, 9) ||
         '@firma' || id % 50000 || '.example' as address
       from generate_series(${from}, ${from + many - 1}) g (id)) e`,
    `insert into deliveries (account_id, source_kind, source_id, id, email, next_try_at)
     select account_id, 3, project_id, id, email, send_at from transactions
     where account_id = ${accountId} and id >= ${from}`,
  )
}

async function newestId({ store, accountId }: Bench): Promise<number> {
  const text = 'select coalesce(max(id), 0) as id from transactions where account_id = $1'
  const { rows } = await store.withClient(client => client.query(text, [accountId]))
  return rows[0].id
}

const forgetEmails = ({ store, accountId: account }: Bench, before: number): Promise<void> =>
  execute(
    store,
    `delete from transaction_words where account_id = ${account} and target in (
       select email_key from transactions where account_id = ${account} and id > ${before})`,
    `delete from deliveries where account_id = ${account} and source_kind = 3
       and source_id = ${PROJECT} and id > ${before}`,
    `delete from transactions where account_id = ${account} and id > ${before}`,
    `delete from provider_days where account_id = ${account}`,
    'vacuum transactions, deliveries, transaction_words',
  )
