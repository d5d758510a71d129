/** Plans sendings that are due. */
import { planSending } from '../domain/sendings/plan-sending.ts'
import { dueWork } from '../domain/work/work.sql.ts'
import type { WorkerContext } from './context.ts'

export async function planDue({ db, settings, log }: WorkerContext): Promise<boolean> {
  const due = await dueWork(db, { kind: 'plan', most: 10 })
  for (const { accountId, sourceId } of due) {
    const planned = await planSending(db, accountId, sourceId, settings.lateMillis)
    if (planned) log('a sending is planned', { accountId, sendingId: sourceId, ...planned })
  }
  return false
}
