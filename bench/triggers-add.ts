/** Triggers, and newsletters for them, for bench/triggers.ts. */
import { addDraft } from '../src/domain/newsletters/save-newsletter.ts'
import type { Definition } from '../src/domain/triggers/language/definition.ts'
import { addTrigger, addTriggerVersion } from '../src/domain/triggers/triggers.sql.ts'
import type { Figures } from './figures.ts'
import type { Bench } from './own-database.ts'

export async function timed(
  figures: Figures,
  name: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const begun = performance.now()
  await work()
  figures.add(name, 'ms', performance.now() - begun)
}

let added = 0

export async function add(
  { store, accountId, listId }: Bench,
  given: Pick<Definition, 'start' | 'steps'>,
): Promise<number> {
  const id = ++added
  const definition: Definition = {
    name: `Trigger ${id}`,
    listId,
    zone: '+01:00',
    again: 'always',
    ...given,
  }
  await addTrigger(store, { accountId, id, name: definition.name, listId })
  const version = {
    accountId,
    triggerId: id,
    version: 1,
    source: '',
    definition: JSON.stringify(definition),
  }
  await addTriggerVersion(store, version)
  return id
}

export const addNewsletter = ({ store, accountId }: Bench): Promise<number> =>
  addDraft(store, accountId, {
    name: 'News',
    subject: 'News for {{ name }}',
    preheader: '',
    source: { kind: 'html' as const, html: '<p>Hello {{ name }}.</p>' },
    text: '',
    fromName: '',
    fromEmail: '',
    replyTo: '',
    listId: null,
  })

export const ask = ({ store, accountId }: Bench, text: string) =>
  store.run({ name: '', text, again: false }, text.includes('$1') ? [accountId] : [])
