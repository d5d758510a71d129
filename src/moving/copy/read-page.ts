/** Reads the bytes of a page of subscribers. No store and no network: it runs in a thread. */
import { contract } from '../../contract/index.ts'
import { wrongValue } from '../../domain/demographics/fields.ts'
import type { MovedPerson } from '../../domain/moves/people-here.ts'
import { FIELD_SEPARATOR } from '../../lib/field-separator.ts'
import { createByteDecoder } from '../old-service/decode.ts'
import { createAnswerReader, type OldFault } from '../old-service/read-answer.ts'
import { isWrong, numberedCells, type ReadCells, rowReader, type WrongCell } from './cells.ts'

const { table, fields } = contract.GetPagedSubscribers.result

export interface PageOfPeople {
  people: MovedPerson[]
  wrong: WrongCell[]
  /** Rows, also those that are wrong. */
  read: number
}

export interface PageGiven {
  contentType: string
  characterSet: string | undefined
  /** How many demographic fields the former service shows. */
  width: number
}

export interface PageParser {
  /** Throws WrongCharacterSet, XmlBroken or OldServiceRefused. */
  push(bytes: Buffer): void
  end(): { fault: OldFault | undefined; result: PageOfPeople }
}

export function createPageParser({ contentType, characterSet, width }: PageGiven): PageParser {
  const decoder = createByteDecoder(contentType, characterSet)
  const answer = createAnswerReader()
  const rows = rowReader('GetPagedSubscribers', table, fields, ['id', 'email'])
  const result: PageOfPeople = { people: [], wrong: [], read: 0 }
  const take = () => {
    const columns = answer.columns()
    for (const row of answer.takeRows()) {
      result.read++
      const cells = rows.read(row, columns)
      if (isWrong(cells)) result.wrong.push(cells.wrong)
      else if (cells.id === null || cells.id < 1)
        result.wrong.push({ column: 'SubscriberID', sentence: 'a subscriber without an id' })
      else result.people.push(personOf(cells, numberedCells(row, width), columns))
    }
  }
  return {
    push(bytes) {
      answer.push(decoder.push(bytes))
      take()
    },
    end() {
      answer.push(decoder.end())
      answer.end()
      take()
      return { fault: answer.fault(), result }
    },
  }
}

function personOf(
  cells: ReadCells<typeof fields>,
  values: string[],
  columns: ReadonlySet<string>,
): MovedPerson {
  const { id, email, name, format, countryCode, phone, created, subscribed } = cells
  const wrong = values.findIndex(value => wrongValue(value) !== undefined)
  return {
    id: id!,
    email: email ?? '',
    name: name ?? '',
    format: format ?? undefined,
    countryCode: columns.has('countrycode') ? (countryCode ?? '') : undefined,
    phone: columns.has('phonenumber') ? (phone ?? '') : undefined,
    created: created === null ? undefined : new Date(created),
    subscribed: subscribed === null ? undefined : new Date(subscribed),
    fields: values.join(FIELD_SEPARATOR),
    wrongField: wrong < 0 ? undefined : wrong + 1,
  }
}
