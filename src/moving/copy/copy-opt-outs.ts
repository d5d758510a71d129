/**
 * Copies the opt-out list, streamed: before the subscribers, so that no opted-out person is put on
 * a list, and once more at the end, for later opt-outs.
 */
import { contract } from '../../contract/index.ts'
import { passIds } from '../../db/chosen-ids.ts'
import { withFreshIds } from '../../db/ids.ts'
import { countsOf, differs, moveOn } from '../../domain/moves/move.ts'
import { idsOfOptOuts, type MovedOptOut, moveOptOuts } from '../../domain/moves/move-opt-outs.ts'
import { takeOldIds } from '../../domain/shadow/take-old-ids.ts'
import { formatInstant } from '../../lib/instant.ts'
import type { OldRow } from '../old-service/read-answer.ts'
import { isWrong, type RowReader, rowReader, type WrongCell } from './cells.ts'
import type { CopyJob } from './job.ts'

const { table, fields } = contract.GetOptOutAll.result

const optOutReader = (): RowReader<typeof fields> =>
  rowReader('GetOptOutAll', table, fields, ['email'])

export async function copyOptOuts(job: CopyJob): Promise<void> {
  const { move, old } = job
  await old.read('GetOptOutAll', {}, () => {
    const reader = optOutReader()
    let rows = 0
    return async (part, columns) => {
      job.goOn()
      const first = rows === 0
      rows += part.length
      const given = { reader, part, columns }
      await applyPart(job, 'opt-outs', given, () => {
        const counts = countsOf(move, 'opt-outs')
        // When the call is repeated, all rows come again.
        if (first) counts.read = 0
        counts.read += part.length
      })
      job.show({ kind: 'opt-outs', rows, of: undefined })
    }
  })
}

const DAY_MILLIS = 86_400_000

/** Those since the pass began. Their number is small: they are read at once. */
export async function copyLateOptOuts(job: CopyJob, since: Date): Promise<void> {
  const { old } = job
  const day = (millis: number) => formatInstant(new Date(millis)).slice(0, 10)
  const period = {
    from: day(since.getTime() - DAY_MILLIS),
    until: day(Date.now() + DAY_MILLIS),
  }
  await old.read('GetOptOutAllInPeriod', period, () => {
    const reader = optOutReader()
    return async (part, columns) => {
      job.goOn()
      await applyPart(job, 'late-opt-outs', { reader, part, columns }, () => {})
    }
  })
}

interface Part {
  reader: RowReader<typeof fields>
  part: OldRow[]
  columns: ReadonlySet<string>
}

async function applyPart(
  { db, accountId, move }: CopyJob,
  step: string,
  given: Part,
  note: () => void,
): Promise<void> {
  const { rows, wrong } = readRows(given)
  const highest = rows.reduce((most, row) => Math.max(most, row.subscriberId ?? 0), 0)
  if (highest > 0) await passIds(db, accountId, 'subscriber', highest)
  await takeOldIds(db, accountId, idsOfOptOuts(rows))
  await withFreshIds(db, accountId, () =>
    moveOn(db, move, { step }, async tx => {
      note()
      for (const { sentence } of wrong) differs(move, 'opt-outs', 'not valid here', sentence)
      await moveOptOuts(db, tx, move, rows)
    }),
  )
}

function readRows({ reader, part, columns }: Part) {
  const rows: MovedOptOut[] = []
  const wrong: WrongCell[] = []
  for (const row of part) {
    const cells = reader.read(row, columns)
    if (isWrong(cells)) {
      wrong.push(cells.wrong)
      continue
    }
    const { id, subscriberId, email, created, reason, listId, sendingId } = cells
    rows.push({
      email: email ?? '',
      shown: id === null ? 'an address without an id' : String(id),
      subscriberId: subscriberId !== null && subscriberId > 0 ? subscriberId : undefined,
      person: {
        name: cells.name ?? '',
        countryCode: cells.countryCode ?? '',
        phone: cells.phone ?? '',
      },
      format: cells.format ?? 'html',
      created: created === null ? new Date() : new Date(created),
      reason: reason ?? '',
      listId,
      sendingId,
    })
  }
  return { rows, wrong }
}
