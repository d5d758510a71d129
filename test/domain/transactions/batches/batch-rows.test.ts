/**
 * A row of a file is taken exactly if a single insert with the same values is, and makes the same
 * transaction of them.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { judgeRow } from '../../../../src/domain/transactions/batches/batch-rows.ts'
import { newAccount } from '../../../support/account.ts'
import { newProject } from '../../../support/projects.ts'

const GOOD = {
  identifier: 'order-1',
  email: 'asa@example.test',
  name: 'Åsa',
  format: 'Text',
  sendTime: '',
  dd1: 'one',
}

const CASES: Partial<typeof GOOD>[] = [
  {},
  { email: ' ASA@Example.test ' },
  { email: '' },
  { email: 'asa' },
  { email: 'asa@localhost' },
  { email: `${'a'.repeat(65)}@example.test` },
  { email: 'a b@example.test' },
  { name: 'n'.repeat(500) },
  { name: 'n'.repeat(501) },
  { name: '' },
  { identifier: '' },
  { identifier: '  ' },
  { identifier: 'x'.repeat(100) },
  { identifier: ` ${'x'.repeat(100)} ` },
  { identifier: 'x'.repeat(101) },
  { identifier: 'x'.repeat(5000) },
  { format: '' },
  { format: ' html ' },
  { format: 'HTM' },
  { sendTime: '2999-11-21' },
  { sendTime: '2999-11-21 14:00' },
  { sendTime: '2999-11-21T14:00:30' },
  { sendTime: ' 2999-11-21 14:00:30 ' },
  { sendTime: '2026-02-30 25:00' },
  { sendTime: 'now' },
  { sendTime: '21.11.2026' },
  { dd1: 'd'.repeat(500) },
  { dd1: 'd'.repeat(501) },
  { dd1: '' },
  { dd1: '€ ä "\\{},' },
]

describe('a row of a file and a single insert', () => {
  test('have one rule', async () => {
    const account = await newAccount()
    const project = await newProject(account, { repeats: 'off' })
    const ask = async (id: number) =>
      (
        await account.service.store.withClient(client =>
          client.query(
            `select identifier, email, email_key, name, format, fields, send_at > \
now() + interval '1 day' as later,
               extract(epoch from send_at) * 1000 as at from transactions where account_id = $1 \
and id = $2`,
            [account.account.id, id],
          ),
        )
      ).rows[0]
    for (const more of CASES) {
      const { dd1, sendTime, ...given } = { ...GOOD, ...more }
      const judged = judgeRow({ line: 1, raw: '', ...given, sendTime, fields: [dd1] }, 'html')
      const id = (await account.send(
        'InsertTransaction',
        {
          strId: project.guid,
          strIdentifier: given.identifier,
          strEmail: given.email,
          strName: given.name,
          strFormat: given.format,
          strSendTime: sendTime,
          strDataFields: 'DD1',
          strDataValues: dd1,
        },
        'soap11',
      )) as number
      const about = JSON.stringify(more).slice(0, 80)
      if (typeof judged === 'string') {
        assert.equal(id, -2, `${about}: ${judged}`)
        continue
      }
      assert.ok(id > 0, about)
      const kept = await ask(id)
      while (kept.fields.at(-1) === '') kept.fields.pop()
      const { identifier, email, emailKey, name, format, fields, sendAt } = judged
      assert.deepEqual(
        {
          identifier,
          email,
          email_key: emailKey,
          name,
          format,
          fields,
          later: sendAt !== undefined,
        },
        (({ at: _, ...rest }) => rest)(kept),
        about,
      )
      if (sendAt) assert.equal(sendAt.getTime(), Number(kept.at), about)
    }
  })
})
