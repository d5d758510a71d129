/** The objects of the account that the definitions of the tests name. */
import type { DefinitionScope } from '../../../../src/domain/triggers/language/definition-reading.ts'
import {
  type ReadDefinition,
  readDefinition,
} from '../../../../src/domain/triggers/language/read-definition.ts'

const known: DefinitionScope = {
  lists: [
    { id: 1, name: 'News' },
    { id: 2, name: 'Customers' },
  ],
  newsletters: [
    { id: 3, name: 'Hello' },
    { id: 4, name: 'Tips' },
    { id: 5, name: 'Twice' },
    { id: 6, name: 'twice' },
    { id: 7, name: '2026' },
  ],
  filters: [{ id: 2, name: 'Swedes' }],
  webhooks: [{ id: 1, name: 'crm' }],
  forms: [{ id: 8, name: 'Front page' }],
  fields: [
    { number: 5, name: 'City', type: 'text' },
    { number: 6, name: 'Birthday', type: 'date' },
  ],
}

export const read = (source: string): ReadDefinition => readDefinition(source, known)

/** A whole trigger of these steps, and with this head instead of the plain one. */
export const trigger = (steps: string, head = 'start: joined'): string =>
  `trigger: T\nlist: News\n${head}\nsteps:\n${steps}`

/** The mistakes, as "line:column sentence". */
export const wrong = (source: string): string[] =>
  read(source).problems.map(({ line, column, says }) => `${line}:${column} ${says}`)
