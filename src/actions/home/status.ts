/** Running work, queues, and open troubles, of all accounts. */
import type { Db } from '../../db/db.ts'
import { accountsInOrder } from '../../domain/accounts/accounts.sql.ts'
import { openHolds } from '../../domain/bounces/holds/holds.sql.ts'
import { inboxes } from '../../domain/bounces/messages/inboxes.sql.ts'
import { NO_ACCOUNT } from '../../domain/bounces/messages/store-message.ts'
import { recordedReasons } from '../../domain/deliveries/recorded-reasons.ts'
import { type Detail, detailed, readWhy } from '../../domain/details/details.ts'
import { readTrouble } from '../../domain/details/recorded.ts'
import { listImports } from '../../domain/imports/progress.ts'
import { loadNow } from '../../domain/installation/load-now.ts'
import { processesSeen } from '../../domain/installation/processes.sql.ts'
import { programBoard } from '../../domain/programs/board.ts'
import { titleOf } from '../../domain/programs/client.ts'
import { MOST_OF_ACCOUNT, proposals } from '../../domain/proposals/proposals.ts'
import { senderDomainOf } from '../../domain/routes/route-rules.ts'
import { routes } from '../../domain/routes/routes.sql.ts'
import { livingWorkers } from '../../domain/routes/workers.sql.ts'
import { sendersInUse, sendingsOfAccount } from '../../domain/sendings/sendings.sql.ts'
import { heldByForm } from '../../domain/sign-ups/sign-ups.sql.ts'
import { triggersOfAccount } from '../../domain/triggers/triggers.sql.ts'
import { webhooksOfAccount } from '../../domain/webhooks/webhooks.sql.ts'
import { emailQueues, together, webhookQueues } from '../../domain/work/queue-lengths.ts'
import * as queues from '../../domain/work/queues.sql.ts'
import { formatInstant, momentOfStore } from '../../lib/instant.ts'
import type { SourceKind } from '../../lib/source-kind.ts'
import { senderFinding } from '../../mail/message/sender.ts'
import { troublesOfLoad } from './load-troubles.ts'

/** A failure or a stop as a code with values, with its remedy. */
export interface Trouble extends Detail {
  /** Null: concerns all accounts. */
  account: string | null
  /** What stopped it, if that is a sentence of ours: the value `says` in English. */
  because?: Pick<Detail, 'code' | 'values'> | null
  /** A command. */
  todo: string
  /** Its subject. */
  at: { kind: TroubleKind; id: number | string }
}

export const TROUBLE_KINDS = [
  ...(['relay', 'mailbox', 'list', 'newsletter', 'project', 'sending'] as const),
  ...(['bounce-hold', 'form', 'trigger', 'webhook', 'import', 'program'] as const),
  ...(['proposal', 'installation'] as const),
] as const

export type TroubleKind = (typeof TROUBLE_KINDS)[number]

/** Maximum number of accounts checked, and rows of each. */
const MOST_ACCOUNTS = 1000
const MOST_ROWS = 50
const NEWEST = { beforeId: 2_147_483_647, most: MOST_OF_ACCOUNT }
/** How long a failed import is shown. */
const NEWS_MILLIS = 7 * 86_400_000

const SOURCES: Record<SourceKind, string> = { 1: 'sending', 2: 'trigger', 3: 'transaction project' }

export async function readStatus(db: Db) {
  const emails = await emailQueues(db)
  const known = await routes(db, {})
  const hits = await queues.hitQueue(db, {})
  return {
    workers: (await livingWorkers(db, {})).count,
    sendings: await queues.sendingStates(db, {}),
    triggers: await queues.triggerQueues(db, {}),
    routes: known.map(({ name, pausedAt, pausedReason, refusingSince, restReason }) => ({
      name,
      state: pausedAt !== null ? 'paused' : refusingSince !== null ? 'refusing' : 'in-use',
      reason: pausedReason ?? (refusingSince === null ? null : restReason),
    })),
    emails: emails.map(({ sourceKind, ...row }) => ({ of: SOURCES[sourceKind], ...row })),
    work: await queues.workQueues(db, {}),
    webhooks: together(await webhookQueues(db)),
    hitsUncounted: hits.waiting,
    hitsOldestSeconds: hits.oldestSeconds,
    processes: await processesSeen(db, {}),
    troubles: (await readTroubles(db, known)).map(saidTrouble),
  }
}

type KnownRoutes = Awaited<ReturnType<typeof routes>>

/** Of all accounts, and of the installation. */
export const readTroubles = async (db: Db, known: KnownRoutes): Promise<Trouble[]> => [
  ...troublesOfRoutes(known),
  ...troublesOfLoad(await loadNow(db)),
  ...(await troublesOfInboxes(db, NO_ACCOUNT, null)),
  ...(await troublesOfAccounts(db, known.length > 0)),
]

/** As answers have it. */
export const saidTrouble = <One extends Omit<Trouble, 'account'>>({
  detail,
  because,
  ...trouble
}: One) => ({
  ...trouble,
  says: detail,
  because: because ? { code: because.code, values: because.values } : null,
})

/** The first sentence; what to do is said beside it. */
const causeOf = (stored: string | null) => recordedReasons(stored)[0]

export const troublesOfRoutes = (known: KnownRoutes): Trouble[] =>
  known.flatMap(({ name, pausedAt, pausedReason, refusingSince, restReason, quotaUntil }) => {
    const relay = { account: null, at: { kind: 'relay', id: name } } as const
    const resume = `pennypost route resume ${name}`
    if (pausedAt !== null) {
      const sentence = detailed('relay-paused', { relay: name, says: pausedReason ?? '' })
      return { ...relay, ...sentence, because: causeOf(pausedReason), todo: resume }
    }
    if (refusingSince === null) return []
    const minutes = Math.floor((Date.now() - momentOfStore(refusingSince).getTime()) / 60_000)
    const facts = { relay: name, minutes, says: restReason ?? '' }
    if (quotaUntil !== null) {
      const sentence = detailed('relay-quota-used', { ...facts, until: formatInstant(quotaUntil) })
      return { ...relay, ...sentence, because: causeOf(restReason), todo: resume }
    }
    const todo = `pennypost route test ${name} --to ADDRESS`
    const sentence = detailed('relay-refusing', facts)
    return { ...relay, ...sentence, because: causeOf(restReason), todo }
  })

async function troublesOfInboxes(
  db: Db,
  accountId: number,
  account: string | null,
): Promise<Trouble[]> {
  const rows = await inboxes(db, { accountId })
  const owner = account === null ? '' : ` --account ${account}`
  return rows.flatMap(({ id, shown, trouble: kept }) => {
    const { trouble, causes } = readTrouble(kept)
    if (trouble === null) return []
    return {
      account,
      ...detailed('mailbox-unread', { mailbox: id, shown, says: trouble }),
      because: causes[0],
      todo: `pennypost inbox check ${id}${owner}`,
      at: { kind: 'mailbox', id },
    }
  })
}

/** How another sender is given, or the emails are stopped. */
const SENDER_REMEDIES: Record<string, (id: number) => string> = {
  list: id => `pennypost list edit ${id} --from-email ADDRESS`,
  newsletter: id => `pennypost newsletter edit ${id} --from ADDRESS`,
  project: id => `pennypost project edit ${id} --from-email ADDRESS`,
  sending: id => `pennypost sending cancel ${id}`,
}

/** Of the senders whose provider lets no other server send. */
async function wrongSenders(db: Db, accountId: number): Promise<Omit<Trouble, 'account'>[]> {
  const senders = await sendersInUse(db, { accountId })
  return senders.slice(0, MOST_ROWS).flatMap(({ kind, id, fromEmail }) => {
    const domain = senderDomainOf(fromEmail)
    if (senderFinding({ domain, signed: true }).severity !== 'wrong') return []
    const because = detailed('sender-of-provider', { domain })
    return {
      ...SENDERS[kind as keyof typeof SENDERS](id, because.detail),
      because,
      todo: SENDER_REMEDIES[kind]!(id),
      at: { kind: kind as TroubleKind, id },
    }
  })
}

const SENDERS = {
  list: (list: number, says: string) => detailed('sender-of-list', { list, says }),
  newsletter: (newsletter: number, says: string) =>
    detailed('sender-of-newsletter', { newsletter, says }),
  project: (project: number, says: string) => detailed('sender-of-project', { project, says }),
  sending: (sending: number, says: string) => detailed('sender-of-sending', { sending, says }),
}

async function troublesOfAccounts(db: Db, withRelay: boolean): Promise<Trouble[]> {
  const troubles: Trouble[] = []
  const open = (await accountsInOrder(db, {})).filter(({ closedAt }) => closedAt === null)
  for (const { id: accountId, username } of open.slice(0, MOST_ACCOUNTS)) {
    for (const trouble of await troublesOfAccount(db, accountId, withRelay)) {
      const { todo } = trouble
      const named = open.length === 1 ? todo : `${todo} --account ${username}`
      troubles.push({ account: username, ...trouble, todo: named })
    }
    troubles.push(...(await troublesOfInboxes(db, accountId, username)))
  }
  return troubles
}

/** The open troubles of one account. */
export async function troublesOfAccount(
  db: Db,
  accountId: number,
  withRelay: boolean,
): Promise<Omit<Trouble, 'account'>[]> {
  const troubles: Omit<Trouble, 'account'>[] = []
  const add = (
    kind: TroubleKind,
    id: number | string,
    sentence: Detail,
    todo: string,
    why: string | null = null,
  ) => troubles.push({ ...sentence, because: readWhy(why), todo, at: { kind, id } })
  for (const { id, state, name, reason, why } of await sendingsOfAccount(db, {
    accountId,
    before: null,
    most: MOST_ROWS,
  })) {
    const facts = { sending: id, name }
    if (state === 'unconfirmed') {
      const sentence = detailed('sending-unconfirmed', { ...facts, says: reason ?? '' })
      add('sending', id, sentence, `pennypost sending confirm ${id}`, why)
    }
    if (state === 'paused')
      add('sending', id, detailed('sending-paused', facts), `pennypost sending resume ${id}`)
  }
  if (withRelay) troubles.push(...(await wrongSenders(db, accountId)))
  for (const { id, domainGroup, people } of await openHolds(db, { accountId }))
    add(
      'bounce-hold',
      id,
      detailed('bounces-held', { people, provider: domainGroup }),
      `pennypost bounce release ${id}, or if the addresses are dead: bounce confirm ${id}`,
    )
  for (const { id, name, held } of await heldByForm(db, { accountId }))
    add(
      'form',
      id,
      detailed('sign-ups-held', { people: held, form: name }),
      `pennypost form release ${id}, or to refuse them: form stop ${id}`,
    )
  const waiting = await proposals(db, accountId, { open: true, ...NEWEST })
  if (waiting.length > 0)
    add(
      'proposal',
      waiting[0]!.id,
      detailed('proposals-waiting', { proposals: waiting.length }),
      'pennypost proposal list',
    )
  for (const { id, name, state, reason, why } of await triggersOfAccount(db, { accountId })) {
    const facts = { trigger: id, name, says: reason ?? '' }
    if (state === 'unconfirmed')
      add(
        'trigger',
        id,
        detailed('trigger-unconfirmed', facts),
        `pennypost trigger confirm ${id}`,
        why,
      )
    if (state === 'held')
      add('trigger', id, detailed('trigger-held', facts), `pennypost trigger resume ${id}`, why)
  }
  for (const { name, state, note, why } of await webhooksOfAccount(db, { accountId })) {
    if (state === 'active') continue
    const sentence = detailed('webhook-paused', { webhook: name, says: note ?? '' })
    add('webhook', name, sentence, `pennypost webhook resume ${name}`, why)
  }
  for (const { id, state, finished, trouble } of await listImports(db, accountId, MOST_ROWS))
    if (
      state === 3 &&
      finished !== null &&
      Date.now() - Date.parse(formatInstant(finished)) < NEWS_MILLIS
    ) {
      const sentence = detailed('import-failed', { import: id, says: trouble ?? '' })
      add('import', id, sentence, `pennypost import show ${id}`)
    }
  for (const one of await programBoard(db, accountId)) {
    const { id, silence, failing } = one
    const program = titleOf(one)
    const todo = `pennypost program show ${id}`
    if (failing) {
      const { operation, calls } = failing
      add('program', id, detailed('program-failing', { program, operation, calls }), todo)
    }
    if (silence) {
      const facts = { program, since: formatInstant(silence.since), days: silence.days }
      add('program', id, detailed('program-silent', facts), todo)
    }
  }
  return troubles
}
