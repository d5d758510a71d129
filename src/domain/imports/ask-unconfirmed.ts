/**
 * People whom a file called unconfirmed, asked to confirm by a form: so many a day, so that neither
 * they nor a relay that is being warmed up get all at once. The worker sends each when it is due,
 * and leaves out whom it leaves out of any form.
 */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { takeIds } from '../../db/ids.ts'
import { emailKey, isEmailAddress } from '../../lib/email-address.ts'
import { recordChange } from '../audit/record.ts'
import type { Form } from '../forms/form.ts'
import type { FormLanguage } from '../forms/form-words.ts'
import { lastPlanned, planSignUps } from '../sign-ups/asked.sql.ts'
import { mailboxKey } from '../sign-ups/network.ts'
import { hintWork } from '../work/hints.ts'
import { rejectsOfImport } from './imports.sql.ts'

const PART = 1_000
const DAY_SECONDS = 86_400
const MOST_ADDRESS = 320

export interface Asking {
  importId: number
  perDay: number
  language: FormLanguage
}

/**
 * Returns how many are asked, and when the last one is. Whom a file had twice, or who was planned
 * by the same import before, is asked once; a further file goes on where the quota of the form is
 * free.
 */
export async function askUnconfirmed(
  db: Store,
  accountId: number,
  form: Pick<Form, 'id' | 'wordsVersion' | 'listIds'>,
  { importId, perDay, language }: Asking,
): Promise<{ people: number; until: Date | undefined }> {
  const formId = form.id
  const step = (DAY_SECONDS * 1000) / perDay
  const asked = await atomically(db, async tx => {
    const { last } = await lastPlanned(tx, { accountId, formId })
    const begin = Math.max(Date.now(), last === null ? 0 : Date.parse(last) + step)
    const seen = new Set<string>()
    let people = 0
    for await (const emails of unconfirmed(tx, accountId, importId)) {
      const chosen = emails.filter(email => {
        const known = seen.size
        return seen.add(emailKey(email)).size > known
      })
      if (chosen.length === 0) continue
      people += await planSignUps(tx, {
        accountId,
        formId,
        page: `import ${importId}`,
        ids: await takeIds(db, accountId, 'sign-up', chosen.length),
        version: form.wordsVersion,
        language,
        listIds: form.listIds,
        emails: chosen,
        emailKeys: chosen.map(emailKey),
        mailboxKeys: chosen.map(mailboxKey),
        from: new Date(begin + people * step),
        stepMillis: step,
      })
    }
    const after = { importId, perDay, people }
    await recordChange(tx, accountId, { action: 'form.ask', id: formId, after })
    return { people, until: people > 0 ? new Date(begin + (people - 1) * step) : undefined }
  })
  hintWork(db)
  return asked
}

async function* unconfirmed(db: Db, accountId: number, importId: number): AsyncGenerator<string[]> {
  let after = 0
  for (;;) {
    const rows = await rejectsOfImport(db, { accountId, importId, after, most: PART })
    yield rows.flatMap(({ reason, raw }) =>
      reason === 'unconfirmed' ? (addressIn(raw) ?? []) : [],
    )
    if (rows.length < PART) return
    after = rows.at(-1)!.number
  }
}

/** The first address in a row of a file, whatever its form. */
const addressIn = (raw: string): string | undefined =>
  raw
    .split(/[\s,;|<>"']+/)
    .find(word => word.includes('@') && word.length <= MOST_ADDRESS && isEmailAddress(word))
