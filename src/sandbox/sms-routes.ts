/** The list of the SMS in the sandbox. */
import { countSandboxSms, sandboxSms } from '../domain/sandbox/sms.sql.ts'
import { idBefore, LAST_ID, ON_A_PAGE, type SandboxRequest, showPage } from './respond.ts'
import { smsPage } from './sms-pages.ts'

export async function listSms(request: SandboxRequest, query: URLSearchParams): Promise<void> {
  const { db } = request.options
  const accountId = request.account.id
  const part = (query.get('number') ?? '').replace(/[^\d+]/g, '').slice(0, 20)
  const before = idBefore(query)
  const [found, count] = await Promise.all([
    sandboxSms(db, {
      accountId,
      beforeId: before ?? LAST_ID,
      part: part || null,
      most: ON_A_PAGE + 1,
    }),
    part === '' ? countSandboxSms(db, { accountId }) : undefined,
  ])
  const page = found.slice(0, ON_A_PAGE)
  const nextBefore = found.length > ON_A_PAGE ? page.at(-1)!.id : undefined
  showPage(
    request,
    200,
    'Sandbox',
    smsPage({
      sms: page,
      count: count?.count,
      part,
      inside: before !== undefined,
      nextBefore,
    }),
  )
}
