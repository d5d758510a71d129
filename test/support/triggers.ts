/** A store with people, a newsletter and a trigger, and the work of triggers done by hand. */
import { takeId } from '../../src/db/ids.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import type { Definition, Next, Step } from '../../src/domain/triggers/language/definition.ts'
import {
  addTrigger,
  addTriggerVersion,
  changeTrigger,
} from '../../src/domain/triggers/triggers.sql.ts'
import { createTriggerWork } from '../../src/workers/triggers.ts'
import { moved } from './moved.ts'
import { sendingSetup } from './sending.ts'

export type TriggerSetup = Awaited<ReturnType<typeof triggerSetup>>

const TABLES = [
  'subscribers',
  'subscriptions',
  'trigger_entries',
  'trigger_passages',
  'deliveries',
  'hits',
]

/** So many people are on the list before there is any trigger; their ids are 1 and on. */
export async function triggerSetup(people = 0, given?: Parameters<typeof sendingSetup>[1]) {
  const setup = await sendingSetup(people, given)
  const { store, ask, accountId, listId, newsletterId } = setup
  for (const table of TABLES) await ask(`analyze ${table}`)
  const log: { event: string; facts: Record<string, string | number | boolean> }[] = []
  const failures: unknown[] = []
  const newWork = () =>
    createTriggerWork({
      db: store,
      log: (event, facts) => void log.push({ event, facts }),
      report: error => void failures.push(error),
    })
  const work = newWork()

  const whole = (definition: Partial<Definition>): Definition => ({
    name: 'Welcome',
    listId,
    zone: '+01:00',
    start: { on: 'joined' },
    again: 'never',
    steps: [{ key: 'welcome', do: 'send', newsletterId, next: null }],
    ...definition,
  })

  return {
    ...setup,
    log,
    failures,
    newWork,
    whole,
    async add(definition: Partial<Definition> = {}): Promise<number> {
      const id = await takeId(store, accountId, 'trigger')
      const made = whole(definition)
      const name = `${made.name} ${id}`
      await addTrigger(store, { accountId, id, name, listId: made.listId })
      const version = {
        accountId,
        triggerId: id,
        version: 1,
        source: '',
        definition: JSON.stringify({ ...made, name }),
      }
      await addTriggerVersion(store, version)
      return id
    },
    async newVersion(
      triggerId: number,
      version: number,
      definition: Partial<Definition>,
    ): Promise<void> {
      const made = {
        accountId,
        triggerId,
        version,
        source: '',
        definition: JSON.stringify(whole(definition)),
      }
      await addTriggerVersion(store, made)
      await changeTrigger(store, { accountId, triggerId, version, name: `Welcome ${triggerId}` })
    },
    /** All that is to be done now. */
    async advance(by = work): Promise<void> {
      by.resetIntervals()
      for (let steps = 0; await by.step(); steps++) {
        if (steps > 1000) throw new Error('triggers find no end')
        by.resetIntervals()
      }
      if (failures.length > 0) throw failures[0]
    },
    /** New people with these ids come onto the list, or known ones. */
    async join(ids: number[], list = listId): Promise<void> {
      await ask(
        `insert into subscribers (account_id, id, email, email_key, name)
         select $1, i, 'p' || i || '@example.test', 'p' || i || '@example.test', \
'P' || i from unnest($2::bigint[]) i on conflict do nothing`,
        [accountId, ids],
      )
      await ask(
        `insert into subscriptions (account_id, subscriber_id, list_id) select $1, i, \
$2 from unnest($3::bigint[]) i
         on conflict (account_id, subscriber_id, list_id) do nothing`,
        [accountId, list, ids],
      )
    },
    leave: (ids: number[], list = listId) =>
      ask(
        'delete from subscriptions where account_id = $1 and list_id = $2 and subscriber_id ' +
          '= any ($3::bigint[])',
        [accountId, list, ids],
      ),
    /** Time passes for all waiting runs, by so many minutes. */
    later: (minutes: number) =>
      ask(
        `update trigger_entries set due_at = ${moved('due_at', '-60 * $2::int')},
           waits_until = ${moved('waits_until', '-60 * $2::int')}
         where account_id = $1 and due_at is not null`,
        [accountId, minutes],
      ),
    async field(id: number, number: number, value: string): Promise<void> {
      const given = [...Array<null>(number - 1).fill(null), value]
      await ask(
        'update subscribers set fields = merge_fields(fields, $3::text[]), updated_at = ' +
          'now() where account_id = $1 and id = $2',
        [accountId, id, given],
      )
    },
    /** The log of a person: step, way and reason of each transition. */
    async passed(id: number, triggerId?: number): Promise<string[]> {
      const rows = await ask(
        `select step, way from trigger_passages where account_id = $1 and subscriber_id = $2 and \
($3::int is null or trigger_id = $3)
         order by trigger_id, entry, number`,
        [accountId, id, triggerId ?? null],
      )
      return rows.map(([step, way]) => (way === 'next' ? step! : `${step} ${way}`))
    },
    /** How each run of a person has ended, or where they stand. */
    async standing(id: number): Promise<string[]> {
      const rows = await ask(
        'select coalesce(ending, step) from trigger_entries where account_id = $1 and ' +
          'subscriber_id = $2 order by trigger_id, entry',
        [accountId, id],
      )
      return rows.map(([where]) => where!)
    },
    stateOf: async (triggerId: number): Promise<(string | null)[]> =>
      (
        await ask('select state, reason from triggers where account_id = $1 and id = $2', [
          accountId,
          triggerId,
        ])
      )[0]!,
    messages: async (): Promise<string[]> =>
      (
        await ask(
          `select l.step || ' ' || d.id from deliveries d join trigger_messages l on l.account_id \
= d.account_id and l.id = d.source_id
           where d.account_id = $1 and d.source_kind = 2 order by l.step, d.id, l.id`,
          [accountId],
        )
      ).map(([message]) => message!),
  }
}

/** Steps in a row: each leads to the next one. */
export const inRow = (
  ...steps: (Omit<Extract<Step, { next: unknown }>, 'next'> & Record<string, unknown>)[]
): Step[] => steps.map((step, i) => ({ ...step, next: steps[i + 1]?.key ?? null }) as Step)

/** Where a branch leads: not as a literal, which would look like a promise. */
export const ways = (yes: Next, no: Next) =>
  Object.fromEntries([
    ['then', yes],
    ['else', no],
  ]) as { then: Next; else: Next }

export async function withTriggers(
  people: number,
  work: (setup: TriggerSetup) => Promise<void>,
): Promise<void> {
  const setup = await triggerSetup(people)
  try {
    await work(setup)
  } finally {
    await setup.drop()
  }
}

/** A list besides that of the triggers. */
export const otherList = ({ store, accountId }: TriggerSetup) =>
  makeList(store, accountId, {
    name: 'Other',
    fromName: 'Shop',
    fromEmail: 'shop@example.test',
    description: '',
    characterSet: '',
  })
