/**
 * A project and files of transactions for it, served to the workers of the store that tests share.
 */
import { batchRejects, queueBatch } from '../../src/domain/transactions/batches/batches.ts'
import type { ProjectFacts } from '../../src/domain/transactions/projects.ts'
import { newAccount, type TestAccount } from '../support/account.ts'
import { batchEnded, type FileRow } from '../support/batches.ts'
import { type FileServer, whole } from '../support/file-server.ts'
import { newProject } from '../support/projects.ts'

let served = 0
export const serve = (files: FileServer, text: string | Buffer): string =>
  files.serve(`/batch-${++served}.xml`, whole(text))

export async function batchSetup(files: FileServer, more: Partial<ProjectFacts> = {}) {
  const account = await newAccount()
  const project = await newProject(account, more)
  const accountId = account.account.id
  const { store } = account.service
  const send = async (text: string | Buffer, format: 'html' | 'text' = 'html') => {
    const guid = await queueBatch(store, accountId, {
      projectGuid: project.guid,
      url: serve(files, text),
      format,
    })
    return batchEnded(store, accountId, guid)
  }
  return { account, project, accountId, store, send, rows: () => messagesOf(account, project.id) }
}

/** An account and the store it is in. */
export interface Holder {
  service: { store: TestAccount['service']['store'] }
  account: { id: number }
}

/**
 * Transactions of a project with their emails, in the order of their ids. "At once" is within an
 * hour: on a cluster one clock tells when a row was made, and another when it is due.
 */
export async function messagesOf(
  { service, account }: Holder,
  projectId: number,
): Promise<(string | null)[][]> {
  const text = `select t.identifier, t.email, t.email_key, t.name, t.format, \
array_to_string(t.fields, '|'), t.version, d.state,
      case when abs(extract(epoch from t.send_at - t.created_at)) < 3600 then 'at once' else \
to_char(t.send_at, 'YYYY-MM-DD HH24:MI') end, d.next_try_at = t.send_at, d.email = t.email
    from transactions t join deliveries d on d.account_id = $1 and d.source_kind = 3 and \
d.source_id = $2::int and d.id = t.id
    where t.account_id = $1 and t.project_id = $2::int order by t.id`
  return (await service.store.run({ name: '', text, again: true }, [account.id, projectId])).rows
}

export async function rejectsOf(
  { service, account }: Holder,
  batchId: number,
): Promise<[number, string][]> {
  const rows: [number, string][] = []
  for await (const part of batchRejects(service.store, account.id, batchId))
    rows.push(...part.map(({ line, reason }): [number, string] => [line, reason]))
  return rows
}

export const people = (count: number, prefix = 'row'): FileRow[] =>
  Array.from({ length: count }, (_, i) => ({
    Identifier: `${prefix}-${i}`,
    Email: `${prefix}-${i}@example.test`,
    DD1: String(i),
  }))
