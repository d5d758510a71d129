/** `pennypost route-rule`: which emails go by which route. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendingByCommand } from './sending-setup.ts'

test('rules of routes are added, listed and removed', async () => {
  const { run, json, fails, drop } = await sendingByCommand(1)
  try {
    await json(['route', 'add', 'near', '--url', 'smtp://127.0.0.1:9'])
    assert.match((await run(['route-rule', 'list'])).out, /^There are no rules: all routes take/)
    await json(['route-rule', 'add', 'near', '--kind', 'reply', '--sender-domain', 'Shop.test'])
    await json(['route-rule', 'add', 'near', '--list', '1'])
    await fails(['route-rule', 'add', 'near', '--list', '77'], /^There is no list 77\. To see them/)
    await fails(['route-rule', 'add', 'near'], /^A rule needs an account, a list, a kind or/)
    assert.match(
      (await run(['route-rule', 'list'])).out,
      /^ {3}1 {2}near {2}kind reply, sender domain shop\.test\n {3}2 {2}near {2}account \w+, list 1\n$/,
    )
    await json(['route-rule', 'remove', '1'])
    await fails(['route-rule', 'remove', '1'], /^There is no rule 1\. To see them/)
    // A route takes its rules with it.
    await json(['route', 'remove', 'near', '--yes'])
    assert.deepEqual(await json(['route-rule', 'list']), [])
  } finally {
    await drop()
  }
})
