/** Transaction projects, run as a user runs them. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sendingByCommand } from './sending-setup.ts'

let setup: Awaited<ReturnType<typeof sendingByCommand>>
before(async () => {
  setup = await sendingByCommand(1)
})
after(() => setup.drop())

describe('project', () => {
  test('is made, listed, shown and changed', async () => {
    const { run, json, newsletter, listId } = setup
    const message = await newsletter('--list', listId)
    const made = await json([
      'project',
      'add',
      '--name',
      'Orders',
      '--newsletter',
      message,
      '--retention',
      '90',
    ])
    assert.match(made.guid, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    const { guid, created, ...rest } = made
    assert.deepEqual(rest, {
      id: 1,
      name: 'Orders',
      newsletterId: Number(message),
      fromName: '',
      fromEmail: '',
      replyTo: '',
      routeId: null,
      active: true,
      marketing: false,
      repeats: '24h',
      retentionDays: 90,
      versions: [],
      tracking: true,
    })
    assert.match(created, /\+01:00$/)

    const changes = [
      '--marketing',
      '--repeats',
      'off',
      '--no-retention',
      '--version',
      `A=70:${message}`,
      '--version',
      `B=30:${message}`,
    ]
    const changed = await json(['project', 'edit', guid, ...changes])
    assert.deepEqual(
      [changed.marketing, changed.repeats, changed.retentionDays],
      [true, 'off', null],
    )
    assert.deepEqual(changed.versions, [
      { name: 'A', newsletterId: Number(message), weight: 70 },
      { name: 'B', newsletterId: Number(message), weight: 30 },
    ])
    // What is not given stays.
    assert.deepEqual(await json(['project', 'edit', 'orders', '--from-name', 'Å Shop']), {
      ...changed,
      fromName: 'Å Shop',
    })

    const { results, route, ...shown } = await json(['project', 'show', '1'])
    assert.deepEqual([results, route, shown], [[], null, { ...changed, fromName: 'Å Shop' }])
    const { out } = await run(['project', 'show', 'Orders'])
    assert.match(out, /Version A: +weight 70/)
    assert.match(out, /nothing yet/)
    assert.match((await run(['project', 'list'])).out, new RegExp(`${guid} +${message}  Orders`))
    assert.deepEqual((await json(['project', 'edit', '1', '--no-version'])).versions, [])
  })

  test('is paused and resumed', async () => {
    const { json, run, newsletter, listId } = setup
    const { id } = await json([
      'project',
      'add',
      '--name',
      'Paused',
      '--newsletter',
      await newsletter('--list', listId),
    ])
    assert.equal((await json(['project', 'pause', String(id)])).active, false)
    assert.match((await run(['project', 'list'])).out, /Paused \(paused\)/)
    assert.equal((await json(['project', 'resume', String(id)])).active, true)
  })

  test('is refused what can not be', async () => {
    const { fails, run, json, newsletter, listId } = setup
    const message = await newsletter('--list', listId)
    const add = (...more: string[]) => ['project', 'add', ...more]
    await fails(add('--name', 'No email', '--newsletter', '999'), /no newsletter 999/)
    await fails(add('--name', 'No sender', '--newsletter', await newsletter()), /no sender/)
    await fails(add('--name', '  ', '--newsletter', message), /needs a name/)
    await fails(add('--name', '12', '--newsletter', message), /must not be a number/)
    await fails(
      add('--name', 'Route', '--newsletter', message, '--route', 'nowhere'),
      /There is no route "nowhere"\. /,
    )
    await fails(
      add('--name', 'Address', '--newsletter', message, '--from-email', 'nobody'),
      /not an email address/,
    )
    await fails(
      add(
        '--name',
        'Twice',
        '--newsletter',
        message,
        '--version',
        `A=1:${message}`,
        '--version',
        `a=1:${message}`,
      ),
      /twice/,
    )
    await fails(
      add('--name', 'Nobody', '--newsletter', message, '--version', `A=0:${message}`),
      /needs a weight/,
    )
    await fails(
      add('--name', 'Version', '--newsletter', message, '--version', 'A=1:998'),
      /no newsletter 998/,
    )
    await json(add('--name', 'Taken', '--newsletter', message))
    await fails(add('--name', 'TAKEN', '--newsletter', message), /that name already/)
    await fails(['project', 'show', '77'], /no project "77"/)
    await fails(['project', 'edit', 'Taken'], /Nothing to change/)
    assert.equal(
      (await run(add('--name', 'X', '--newsletter', message, '--version', 'A:1'))).code,
      2,
    )
    assert.equal(
      (await run(add('--name', 'X', '--newsletter', message, '--repeats', 'daily'))).code,
      2,
    )
    const names = (await json(['project', 'list'])).map(({ name }: { name: string }) => name)
    assert.equal(
      names.filter((name: string) => ['Twice', 'Nobody', 'Version', 'Address', 'X'].includes(name))
        .length,
      0,
    )
  })
})
