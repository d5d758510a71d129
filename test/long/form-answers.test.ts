/**
 * A form answers every address alike: the same bytes, by the same one statement. The times that it
 * takes are printed as ratios, and not judged: a test would fail by chance. ANSWERS=400 measures.
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { Store } from '../../src/db/db.ts'
import { pathOfForm } from '../../src/domain/forms/form.ts'
import { keyOfLinks, macKeyOf } from '../../src/domain/keys/link-keys.ts'
import { createRequestBodies } from '../../src/lib/request-bodies.ts'
import { createRecipient } from '../../src/recipient/routes.ts'
import { signUpSetup } from '../domain/sign-ups/setup.ts'

const POSTS = Number(process.env.ANSWERS ?? 60)
const WARM_UP = 20

/** One address of each kind; the store knows them by these names. */
const KINDS = {
  new: i => `new${i}@example.test`,
  known: i => `known${i}@example.test`,
  'opted out': i => `out${i}@example.test`,
  bounced: i => `gone${i}@example.test`,
  complained: i => `spam${i}@example.test`,
  'without mail': i => `x${i}@nowhere.test`,
  'asked before': () => 'asked@example.test',
  long: i => `${'l'.repeat(60)}${i}@${'d'.repeat(60)}.example.test`,
} satisfies Record<string, (i: number) => string>

type Kind = keyof typeof KINDS
const kinds = Object.keys(KINDS) as Kind[]

test('new, known, opted-out and impossible addresses are answered alike', async () => {
  const setup = await signUpSetup(0)
  const { store, keys, accountId, formId, ask, signUp, settle } = setup
  const asked: string[] = []
  const watched: Store = {
    ...store,
    run(statement, values) {
      asked.push(statement.name)
      return store.run(statement, values)
    },
  }
  const bodies = createRequestBodies({ most: 1 << 20, networkOf: () => '' })
  const recipient = createRecipient({
    db: watched,
    bodies,
    keyOf: keyOfLinks(keys),
    newestKey: () => macKeyOf(keys.newest()),
    peerOf: req => String(req.headers['x-from']),
    report: error => void setup.reported.push(error),
  })
  const server = createServer((req, res) => {
    // As the service does for each request.
    res.once('close', () => bodies.release(req))
    void recipient(req, res)
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}${pathOfForm(accountId, formId)}`
  try {
    await ask(
      `insert into subscribers (account_id, id, email, email_key, name, opted_out_at,
         undeliverable_since, complained_at)
       select $1, row_number() over (), kind || i || '@example.test',
         kind || i || '@example.test', '', case kind when 'out' then now() end,
         case kind when 'gone' then now() end, case kind when 'spam' then now() end
       from generate_series(0, $2::int) i, unnest('{known,out,gone,spam}'::text[]) kind`,
      [accountId, POSTS + WARM_UP],
    )
    await signUp({ email: 'asked@example.test' })
    await settle()
    const pages = new Set<string>()
    const times = new Map<Kind, number[]>(kinds.map(kind => [kind, []]))
    const statements = new Map<Kind, string[]>(kinds.map(kind => [kind, []]))
    for (let i = 0; i < POSTS + WARM_UP; i++)
      // Each kind in each place of a round, so that none is helped by what came before it.
      for (let turn = 0; turn < kinds.length; turn++) {
        const kind = kinds[(turn + i) % kinds.length]!
        asked.length = 0
        const from = performance.now()
        const answer = await fetch(url, {
          method: 'POST',
          headers: { Referer: 'https://shop.example.test/', 'X-From': `10.${i}.${turn}.7` },
          body: new URLSearchParams({ email: KINDS[kind](i), name: 'Ada', consent: 'yes' }),
        })
        const page = `${answer.status} ${await answer.text()}`
        if (i < WARM_UP) continue
        times.get(kind)!.push(performance.now() - from)
        statements.get(kind)!.push(asked.filter(name => !OF_ALL.includes(name)).join(' '))
        pages.add(page)
      }
    assert.deepEqual(
      [...pages].map(page => page.match(/^\d+|<h1>.*?<\/h1>/g)),
      [['200', '<h1>Look into your mailbox</h1>']],
      'the same bytes',
    )
    for (const [kind, names] of statements)
      assert.deepEqual([...new Set(names)], ['kept.keepSignUps'], kind)
    const usual = median(times.get('new')!)
    for (const [kind, of] of times)
      console.log(`${kind}: ${(median(of) / usual).toFixed(3)} of the time of a new one`)
    assert.deepEqual(setup.reported, [])
  } finally {
    server.closeAllConnections()
    server.close()
    await setup.close()
  }
})

/** Now and then, whoever posts: blocks of ids, and the form itself, which is kept for a moment. */
const OF_ALL = [
  'ids.takeBlock',
  'forms.findForm',
  'forms.namesOfLists',
  'hosts.defaultHost',
  'brand.findBrand',
  'demographics.choicesOfFields',
  'demographics.fieldsOfAccount',
]

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1]!
