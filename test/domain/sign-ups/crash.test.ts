/** A process that is killed between the confirmation and the list. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { isCluster } from '../../support/cluster.ts'
import { until } from '../../support/until.ts'
import { signUpSetup } from './setup.ts'

const src = (path: string) => new URL(`../../../src/${path}`, import.meta.url).href

const CONFIRMING = `
import { openStore } from '${src('db/open-store.ts')}'
import { confirmSignUp } from '${src('domain/sign-ups/confirm-sign-up.ts')}'
const { connection, accountId, id } = JSON.parse(process.env.GIVEN)
await confirmSignUp(openStore({ connection }), accountId, id, { network: '', lifts: false })
`

/** Backends that wait for a lock on this database. */
const WAITING = `select pid from pg_locks where not granted and mode = 'RowExclusiveLock'
  and database = (select oid from pg_database where datname = current_database())`

const skip = (await isCluster()) && 'the waiting session is one of a node'

test('killed between confirmation and list: the next worker puts the person on it', {
  skip,
}, async () => {
  const { ask, signUp, settle, stateOf, members, accountId, store, connection, ...setup } =
    await signUpSetup()
  try {
    const id = await signUp({ email: 'ada@example.test', values: { name: 'Ada' } })
    await settle()
    await store.withClient(async client => {
      // Nobody can be written to the list while this is held.
      await client.query('begin')
      await client.query('lock table subscribers in exclusive mode')
      const child = spawn(process.execPath, ['--input-type=module', '-e', CONFIRMING], {
        env: { ...process.env, GIVEN: JSON.stringify({ connection, accountId, id }) },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      const exited = once(child, 'exit')
      await until(async () => (await ask(WAITING)).length > 0)
      assert.equal(await stateOf(id), 'confirmed')
      child.kill('SIGKILL')
      assert.deepEqual(await exited, [null, 'SIGKILL'])
      // The server would end it when it notices that the client is gone; it is not to go on first.
      await ask(`select pg_terminate_backend(pid) from (${WAITING}) waiting`)
      await until(async () => (await ask(WAITING)).length === 0)
      await client.query('rollback')
    })
    assert.deepEqual(await members(), [])
    await settle()
    assert.deepEqual(await members(), ['ada@example.test'])
    const proofs = await ask('select subscriber_id is not null from consent_proofs')
    assert.equal(proofs.length, 1)
    await settle()
    assert.equal((await ask('select 1 from consent_proofs')).length, 1)
  } finally {
    await setup.close()
  }
})
