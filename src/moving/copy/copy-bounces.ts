/** Copies the bounces, where the former service has an operation for them. */
import { contract } from '../../contract/index.ts'
import { recordOnce } from '../../domain/audit/record.ts'
import { countsOf, differs, moveOn, resetKind } from '../../domain/moves/move.ts'
import { type MovedBounce, moveBounces } from '../../domain/moves/move-bounces.ts'
import type { OldRow } from '../old-service/read-answer.ts'
import { isWrong, type RowReader, rowReader, type WrongCell } from './cells.ts'
import type { CopyJob } from './job.ts'

const { table, fields } = contract.GetBounces.result

const STEP = { step: 'bounces' }
/** Rows in memory at a time. */
const PART = 10_000

export async function copyBounces(job: CopyJob): Promise<void> {
  const { db, accountId, move, old } = job
  if (!old.has('GetBounces')) return
  const record = recordOnce(accountId, { action: 'suppression.import', id: '', after: {} })
  const wrong: WrongCell[] = []
  let bounces: MovedBounce[] = []
  let read = 0
  const bring = async () => {
    await bringPart(job, { bounces, wrong: wrong.splice(0), read, record })
    bounces = []
    job.show({ kind: 'bounces', rows: read, of: undefined })
  }
  await old.read('GetBounces', {}, () => {
    // When the call is repeated, all rows come again.
    bounces = []
    wrong.length = 0
    read = 0
    const reader = rowReader('GetBounces', table, fields, ['email'])
    return async (part, columns) => {
      job.goOn()
      if (read === 0) await resetKind(db, move, 'bounces')
      read += part.length
      readRows(reader, part, columns, { bounces, wrong })
      if (bounces.length + wrong.length >= PART) await bring()
    }
  })
  await bring()
}

function readRows(
  reader: RowReader<typeof fields>,
  part: OldRow[],
  columns: ReadonlySet<string>,
  into: { bounces: MovedBounce[]; wrong: WrongCell[] },
): void {
  for (const row of part) {
    const cells = reader.read(row, columns)
    if (isWrong(cells)) into.wrong.push(cells.wrong)
    else
      into.bounces.push({
        id: cells.id ?? 0,
        email: cells.email ?? '',
        bounced: cells.bounced === null ? undefined : new Date(cells.bounced),
        category: cells.category ?? '',
        reason: cells.reason ?? '',
      })
  }
}

interface BouncePart {
  bounces: MovedBounce[]
  wrong: WrongCell[]
  read: number
  record: ReturnType<typeof recordOnce>
}

async function bringPart(job: CopyJob, { bounces, wrong, read, record }: BouncePart) {
  const { db, accountId, move, suppression } = job
  const { added, notValid } = await moveBounces(db, accountId, bounces, { ...suppression, record })
  await moveOn(db, move, STEP, async () => {
    const counts = countsOf(move, 'bounces')
    counts.read = read
    counts.added += added
    for (const { sentence } of wrong) differs(move, 'bounces', 'not taken here', sentence)
    for (const { difference, record: which } of notValid)
      differs(move, 'bounces', difference, which)
  })
}
