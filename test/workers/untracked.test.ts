/** Emails that are not tracked: of a newsletter, a list or a project; what their reports say. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { hitLines } from '../../src/cli/sending-report.ts'
import { type TrackedNoun, trackHitsOf } from '../../src/domain/newsletters/exemptions.ts'
import { webMessage } from '../../src/domain/newsletters/web-version.ts'
import { hitsOf } from '../../src/domain/reports/hits-of-sending.ts'
import { returnsOf } from '../../src/domain/reports/return-of-sending.ts'
import { summaryOf } from '../../src/domain/reports/summary.ts'
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import { setTracking } from '../../src/domain/tracking/anonymous-lists.ts'
import { insertTransaction } from '../../src/domain/transactions/insert.ts'
import { makeProject, type Project } from '../../src/domain/transactions/projects.ts'
import { webTransaction } from '../../src/domain/transactions/web-message.ts'
import { sendingSetup } from '../support/sending.ts'
import { type Sink, startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

let setup: Awaited<ReturnType<typeof sendingSetup>>
let sink: Sink
let workers: Awaited<ReturnType<typeof setup.startWorkers>>
let project: Project
before(async () => {
  sink = await startSink({})
  setup = await sendingSetup(1)
  workers = await setup.startWorkers(sink.port)
  project = await makeProject(setup.store, setup.accountId, {
    name: 'Passwords',
    newsletterId: setup.newsletterId,
    fromName: '',
    replyTo: '',
    fromEmail: 'till@example.test',
    routeId: null,
    marketing: false,
    repeats: 'off',
    retentionDays: null,
    versions: [],
  })
})
after(async () => {
  await workers.stop()
  await sink.stop()
  await setup.drop()
})

const tracked = (noun: TrackedNoun['noun'], id: number, yes: boolean) =>
  trackHitsOf(setup.store, setup.accountId, { noun, id }, yes)

/** The body of the next email that the relay takes, decoded. */
async function nextBody(send: () => Promise<unknown>): Promise<string> {
  const before = sink.messages.length
  await send()
  await until(() => sink.messages.length > before)
  const text = sink.messages[before]!.bytes.toString('latin1')
  return text.slice(text.indexOf('\r\n\r\n')).replaceAll('=\r\n', '').replaceAll('=3D', '=')
}

const transaction = () =>
  nextBody(() =>
    insertTransaction(setup.store, setup.accountId, {
      guid: project.guid,
      identifier: '',
      email: 'ada@example.test',
      name: '',
      fields: [],
      format: undefined,
      sendAt: undefined,
      split: false,
    }),
  )

/** The first transaction that is as it should be: an open lane reads its project every second. */
async function transactionThatIs(right: (body: string) => void): Promise<void> {
  for (let tries = 0; ; tries++) {
    const body = await transaction()
    try {
      return right(body)
    } catch (error) {
      if (tries === 100) throw error
      await pause(100)
    }
  }
}

const LINK = 'href="https://example.test/"'
const OURS = /src="https:\/\/mail\.example\.test|href="https:\/\/mail\.example\.test\/c\//

function assertTracked(body: string): void {
  assert.match(body, /<img[^>]*https:\/\/mail\.example\.test\/t\//)
  assert.ok(!body.includes(LINK), body)
}

function assertUntracked(body: string): void {
  assert.ok(body.includes(LINK), body)
  assert.doesNotMatch(body, OURS)
  assert.doesNotMatch(body, /mail\.example\.test\/[tc]\//)
}

describe('transactional email', () => {
  test('is tracked unless project or newsletter says no, within seconds', async () => {
    await transactionThatIs(assertTracked)
    for (const [noun, id] of [
      ['project', project.id],
      ['newsletter', setup.newsletterId],
    ] as const) {
      await tracked(noun, id, false)
      await transactionThatIs(assertUntracked)
      const web = (await webTransaction(setup.store, setup.accountId, project.id, 1))!
      assert.ok('newsletter' in web.source)
      const shown = await webMessage(setup.store, setup.accountId, web.source)
      assert.equal(shown?.message.untracked, true, 'nor is its web version')
      await tracked(noun, id, true)
    }
    await transactionThatIs(assertTracked)
  })
})

describe('a sending', () => {
  const parts = async (id: number) => {
    const progress = await sendingProgress(setup.store, setup.accountId, id)
    const hits = await hitsOf(setup.store, setup.accountId, id)
    const summary = await summaryOf(setup.store, setup.accountId, id)
    const opened = summary.find(({ what }) => what === 'people who opened')
    return { lines: hitLines(progress, hits), opened: opened?.number }
  }

  for (const noun of ['newsletter', 'list'] as const)
    test(`of a ${noun} that is not tracked has no pixel and links as written`, async () => {
      const { store, accountId, newsletterId, listId } = setup
      if (noun === 'list') await setTracking(store, accountId, listId, 'off')
      else await tracked('newsletter', newsletterId, false)
      let id = 0
      const body = await nextBody(async () => {
        id = await setup.send()
      })
      assertUntracked(body)
      assert.match(body, /mail\.example\.test\/u/, 'it can be unsubscribed from')
      if (noun === 'list') await setTracking(store, accountId, listId, 'personal')
      else await tracked('newsletter', newsletterId, true)
      assert.deepEqual(await parts(id), {
        lines: ['Opens:        not tracked', 'Clicks:       not tracked'],
        opened: null,
      })
      // What the web service has on it: nothing, as if nobody had opened it.
      assert.deepEqual(await returnsOf(store, accountId, id), [])
    })

  test('is tracked otherwise', async () => {
    let id = 0
    assertTracked(
      await nextBody(async () => {
        id = await setup.send()
      }),
    )
    assert.equal((await returnsOf(setup.store, setup.accountId, id)).length, 1)
    assert.equal((await parts(id)).opened, 0)
  })
})
