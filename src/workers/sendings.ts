/** Plans sendings that are due, and puts off those that come into quiet hours. */
import { decideWinner } from '../domain/reports/sendings/choose-winner.ts'
import { analyzeDeliveries } from '../domain/sendings/plan.sql.ts'
import { planSending } from '../domain/sendings/plan-sending.ts'
import { putOffQuiet } from '../domain/sendings/quiet-sendings.ts'
import { hintWork } from '../domain/work/hints.ts'
import { dueWorkOfOpen } from '../domain/work/work.sql.ts'
import { WORK } from '../domain/work/work-kinds.ts'
import type { WorkerContext } from './context.ts'

/** After a plan of at least this many deliveries the table is analyzed. */
const MANY = 1000

export async function planDue({ db, settings, log }: WorkerContext): Promise<boolean> {
  const due = await dueWorkOfOpen(db, { kind: WORK.plan, most: 10 })
  for (const { accountId, sourceId } of due) {
    await decideWinner(db, accountId, sourceId)
    const planned = await planSending(db, accountId, sourceId, settings.lateMillis)
    if (!planned) continue
    log('a sending is planned', { accountId, sendingId: sourceId, ...planned })
    if (planned.planned >= MANY) await analyzeDeliveries(db, {})
    hintWork(db)
  }
  return false
}

/** Puts off the emails of sendings for whose people quiet hours begin. */
export async function putOffDue({ db, log }: WorkerContext): Promise<boolean> {
  for (const { accountId, sourceId } of await dueWorkOfOpen(db, { kind: WORK.quiet, most: 10 })) {
    const emails = await putOffQuiet(db, accountId, sourceId)
    if (emails === 0) continue
    log('emails wait for the end of quiet hours', { accountId, sendingId: sourceId, emails })
  }
  return false
}
