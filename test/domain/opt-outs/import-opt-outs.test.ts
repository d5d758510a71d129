/** A file of opt-outs has the effect of opting each address out by itself. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { AddressCounts, RejectedAddress } from '../../../src/domain/files/import-addresses.ts'
import { readAddresses } from '../../../src/domain/files/read-addresses.ts'
import { importOptOuts } from '../../../src/domain/opt-outs/import-opt-outs.ts'
import { optOut } from '../../../src/domain/opt-outs/opt-out.ts'
import { erase } from '../../../src/domain/privacy/erase.ts'
import {
  newAccount,
  newAddress,
  personUnsubscribes,
  type TestAccount,
} from '../../support/account.ts'

const folder = mkdtempSync(join(tmpdir(), 'pennypost-optouts-'))
after(() => rmSync(folder, { recursive: true }))

let files = 0
function fileOf(content: string | Buffer): string {
  const path = join(folder, `${++files}.txt`)
  writeFileSync(path, content)
  return path
}

async function imported({ service, account }: TestAccount, content: string | Buffer, reason = '') {
  let counts: AddressCounts | undefined
  const rejects: RejectedAddress[] = []
  for await (const step of importOptOuts(
    service.store,
    account.id,
    readAddresses(fileOf(content)),
    reason,
  )) {
    counts = step.counts
    rejects.push(...step.rejects)
  }
  return { counts: counts!, rejects }
}

/** All that an opt-out may change, without ids and times. */
async function standing({ service, account }: TestAccount) {
  const ask = async (text: string) =>
    service.store.withClient(
      async client => (await client.query({ text, rowMode: 'array' }, [account.id])).rows,
    )
  return {
    people: await ask(
      'select email, email_key, name, opted_out_at is not null from subscribers where ' +
        'account_id = $1 order by email_key collate "C"',
    ),
    optOuts: await ask(
      `select o.email_key, o.email, o.reason, o.list_text, s.email_key, \
o.key_hash is null from opt_outs o
       left join subscribers s on s.account_id = $1 and s.id = o.subscriber_id where o.account_id \
= $1 order by o.email_key collate "C"`,
    ),
    subscriptions: await ask(
      `select p.email_key, l.name, j.unsubscribed_at is not null from subscriptions j join \
subscribers p on p.account_id = $1 and p.id = j.subscriber_id
       join lists l on l.account_id = $1 and l.id = j.list_id where j.account_id = $1 order by 1, \
2`,
    ),
    departures: (await ask('select count(*)::int from list_departures where account_id = $1'))[0],
  }
}

async function people(account: TestAccount, names: string[]): Promise<void> {
  const [one, two] = [await account.newList('One'), await account.newList('Two')]
  for (const [i, email] of names.entries()) {
    if (i % 3 !== 2) await account.call.InsertSubscriber({ listId: one, email, name: `N${i}` })
    if (i % 2 === 0) await account.call.InsertSubscriber({ listId: two, email })
    if (i % 4 === 0) await personUnsubscribes(account, email)
    if (i % 5 === 0) await account.call.MoveSubscriberToOptOutAll({ email, reason: 'earlier' })
  }
  if (names[1]) {
    await account.call.MoveSubscriberToOptOutAll({ email: names[1] })
    await erase(account.service.store, account.account.id, names[1])
  }
}

describe('a file of opt-outs', () => {
  test('leaves what opting out one after another leaves', async () => {
    const known = Array.from({ length: 12 }, newAddress)
    const rows = [
      ...known.slice(0, 9),
      'Zoë@bücher.example',
      ...known.slice(0, 3).map(email => email.toUpperCase()),
      newAddress(),
      ' b.c@d.example ',
    ]
    const [file, single] = [await newAccount(), await newAccount()]
    await people(file, known)
    await people(single, known)
    const { counts, rejects } = await imported(
      file,
      `${rows.join('\n')}\n`,
      ' from the former system ',
    )
    for (const email of rows)
      await optOut(single.service.store, single.account.id, {
        email,
        reason: ' from the former system ',
        listText: '',
        sendingText: '',
      })
    const strip = ({ optOuts, ...rest }: Awaited<ReturnType<typeof standing>>) => ({
      ...rest,
      // Who was erased has an address with an id in it.
      optOuts: optOuts.map(row =>
        row.map(value =>
          typeof value === 'string' ? value.replace(/^erased-\d+/, 'erased') : value,
        ),
      ),
    })
    assert.deepEqual(strip(await standing(file)), strip(await standing(single)))
    assert.deepEqual(rejects, [])
    const before = new Set(known.filter((_, i) => i % 5 === 0 || i === 1))
    const added = new Set(
      rows.map(email => email.trim().toLowerCase()).filter(email => !before.has(email)),
    ).size
    assert.deepEqual(counts, {
      read: rows.length,
      added,
      alreadyThere: rows.length - added,
      notValid: 0,
    })
    const again = await imported(file, rows.join('\r\n'))
    assert.deepEqual(again.counts, {
      read: rows.length,
      added: 0,
      alreadyThere: rows.length,
      notValid: 0,
    })
  })

  test('takes the first column, without a header, in its character set; invalid addresses are reported by line', async () => {
    const account = await newAccount()
    const { counts, rejects } = await imported(
      account,
      Buffer.from(
        'E-mail;Name\r\n"a.b@x.example";"Åsa ""A"" \r\nÖberg"\r\n;empty\r\nnobody;x\r\n\r\n' +
          'jörg@x.example;\r\n=1+1;\r\n',
        'latin1',
      ),
    )
    assert.deepEqual(counts, { read: 5, added: 2, alreadyThere: 0, notValid: 3 })
    assert.deepEqual(
      rejects.map(({ line, reason }) => [line, reason]),
      [
        [4, 'no address'],
        [5, 'not an address'],
        [8, 'not an address'],
      ],
    )
    assert.deepEqual((await account.call.GetOptOutAll()).map(({ email }) => email).sort(), [
      'a.b@x.example',
      'jörg@x.example',
    ])
    const comma = await imported(account, 'c@x.example,Ada;Bea\nd@x.example\n')
    assert.deepEqual([comma.counts.added, (await account.call.GetOptOutAll()).length], [2, 4])
    const headed = await imported(account, 'status,reason,Email,created\n5.1.1,no,e@x.example,1\n')
    assert.deepEqual([headed.counts.added, headed.counts.notValid], [1, 0])
    assert.deepEqual((await imported(account, '')).counts, {
      read: 0,
      added: 0,
      alreadyThere: 0,
      notValid: 0,
    })
    await assert.rejects(
      imported(account, Buffer.from('%PDF-1.7\n\0\0')),
      /it looks like a PDF document/,
    )
  })

  test('of many thousands goes in batches, and beside inserts of the same people', async () => {
    const account = await newAccount()
    const listId = await account.list()
    const emails = Array.from({ length: 5000 }, (_, i) => `many${i}@x.example`)
    const inserts = emails
      .slice(0, 300)
      .map(email => account.call.InsertSubscriberSid({ listId, email }))
    const [{ counts }] = await Promise.all([imported(account, emails.join('\n')), ...inserts])
    assert.deepEqual(counts, { read: 5000, added: 5000, alreadyThere: 0, notValid: 0 })
    assert.deepEqual(await account.call.GetPagedSubscribers({ listId, page: 1, size: 10 }), [])
    assert.equal((await account.call.GetMailingLists())[0]?.subscribers, 0)
  })
})
