/**
 * Checks whether a definition can be saved: reads it against the objects of the account, checks it
 * as a whole and against the other triggers.
 */
import type { Db } from '../../db/db.ts'
import { fieldsOfAccount } from '../demographics/demographics.sql.ts'
import { detailed, reported } from '../details/details.ts'
import { type Condition, testsIn } from '../filters/condition.ts'
import { filtersOfAccount } from '../filters/filters.sql.ts'
import { wrongNames } from '../filters/named-in-filters.ts'
import { formsOfAccount } from '../forms/forms.sql.ts'
import { listsOfAccount } from '../lists/lists.sql.ts'
import { newslettersOfAccount } from '../newsletters/newsletters.sql.ts'
import { Refusal } from '../refusal.ts'
import { webhooksOfAccount } from '../webhooks/webhooks.sql.ts'
import { dateNotes } from './check-dates.ts'
import {
  type StoredFilter,
  unmeasuredNotes,
  untrackedNotes,
  wrongTracking,
} from './check-tracking.ts'
import { wrongMessages } from './emails/check-messages.ts'
import { startNotes } from './emails/check-start-values.ts'
import { checkDefinition, type DefinitionFinding } from './language/check-definition.ts'
import { ringOf } from './language/check-feeding.ts'
import type { Definition } from './language/definition.ts'
import type { DefinitionScope } from './language/definition-reading.ts'
import type { Problem } from './language/definition-source.ts'
import { readDefinition } from './language/read-definition.ts'
import { definitionsOfAccount } from './triggers.sql.ts'

export interface CheckedTrigger {
  /** Present even if there are problems; undefined if it could not be read. */
  definition: Definition | undefined
  problems: Problem[]
  /** Warnings: they do not prevent saving. */
  notes: Problem[]
}

/**
 * What the definition is checked for: a version of this trigger; a new trigger; or nothing, in
 * which case another trigger may have its name.
 */
export type SaveTarget = number | 'new' | 'nothing'

export async function checkTrigger(
  db: Db,
  accountId: number,
  source: string,
  becomes: SaveTarget = 'new',
): Promise<CheckedTrigger> {
  const filters = await filtersOfAccount(db, { accountId })
  const read = readDefinition(source, await scopeOf(db, accountId, filters))
  if (!read.definition) return { definition: undefined, problems: read.problems, notes: [] }
  const { definition, places } = read
  const placed = ({ key, ...sentence }: DefinitionFinding): Problem => ({
    ...((key && places.get(key)) || { line: 1, column: 1 }),
    ...sentence,
  })
  const { wrong, notes } = checkDefinition(definition)
  wrong.push(
    ...(await wrongConditions(db, accountId, definition)),
    ...(await wrongTracking(db, accountId, definition, filters)),
  )
  wrong.push(...(await wrongMessages(db, accountId, definition)))
  notes.push(...(await dateNotes(db, accountId, definition)))
  notes.push(...(await untrackedNotes(db, accountId, definition, filters)))
  notes.push(...(await startNotes(db, accountId, definition)))
  notes.push(...(await unmeasuredNotes(db, accountId, definition)))
  const others = (await definitionsOfAccount(db, { accountId })).filter(({ id }) => id !== becomes)
  const twin = others.find(({ name }) => name.toLowerCase() === definition.name.toLowerCase())
  if (twin && becomes !== 'nothing')
    wrong.push({ key: undefined, ...reported(detailed('trigger-twin', { trigger: twin.id })) })
  const running = others.map(({ name, definition }) => ({
    name,
    definition: JSON.parse(definition) as Definition,
  }))
  const itself = { name: definition.name, definition }
  const ring = ringOf(itself, running)
  if (ring)
    wrong.push({ key: undefined, ...reported(detailed('trigger-ring', { ring: inTurn(ring) })) })
  const slowly = ring ? undefined : ringOf(itself, running, 'all')
  if (slowly)
    notes.push({
      key: undefined,
      ...reported(detailed('trigger-slow-ring', { ring: inTurn(slowly) })),
    })
  return { definition, problems: wrong.map(placed), notes: notes.map(placed) }
}

/** Each starts the next. */
const inTurn = (ring: readonly string[]): string =>
  ring.map(name => JSON.stringify(name)).join(' → ')

export interface ValidTrigger {
  definition: Definition
  notes: Problem[]
}

/** Throws a refusal that lists every problem with its position. */
export async function validTrigger(
  db: Db,
  accountId: number,
  source: string,
  becomes: SaveTarget = 'new',
): Promise<ValidTrigger> {
  const { definition, problems, notes } = await checkTrigger(db, accountId, source, becomes)
  if (!definition || problems.length > 0) throw new WrongDefinition(problems)
  return { definition, notes }
}

const problemText = ({ line, column, says }: Problem): string =>
  `Line ${line}, column ${column}: ${says}`

/** For a command, which shows the mistakes beside no text. */
export class WrongDefinition extends Refusal {
  readonly problems: readonly Problem[]
  constructor(problems: readonly Problem[]) {
    const { detail, ...coded } = detailed('trigger-wrong', {
      lines: [...new Set(problems.map(({ line }) => line))].join(', '),
      says: problems.map(problemText).join('\n'),
    })
    super('not-valid', detail)
    this.problems = problems
    this.coded = coded
  }
}

async function scopeOf(
  db: Db,
  accountId: number,
  filters: StoredFilter[],
): Promise<DefinitionScope> {
  const [lists, newsletters, webhooks, fields, forms] = await Promise.all([
    listsOfAccount(db, { accountId }),
    newslettersOfAccount(db, { accountId }),
    webhooksOfAccount(db, { accountId }),
    fieldsOfAccount(db, { accountId }),
    formsOfAccount(db, { accountId }),
  ])
  return { lists, newsletters, filters, webhooks, fields, forms }
}

/** Inline conditions, with the key of their step. */
function conditionsOf({ steps }: Definition): { key: string; condition: Condition }[] {
  return steps.flatMap(step =>
    step.do === 'branch' && 'condition' in step.ask
      ? [{ key: step.key, condition: step.ask.condition }]
      : [],
  )
}

async function wrongConditions(
  db: Db,
  accountId: number,
  definition: Definition,
): Promise<DefinitionFinding[]> {
  const tests = conditionsOf(definition).flatMap(({ key, condition }) =>
    testsIn(condition).map(test => ({ key, test })),
  )
  const wrong = await wrongNames(db, accountId, tests)
  return wrong.map(({ asked, detail }) => ({ key: asked.key, ...reported(detail) }))
}
