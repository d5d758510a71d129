/** Alarms by email: told once when they begin, once when they are over, and never lost. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AlarmMail, tellAlarms } from '../../src/actions/alarms/tell-alarms.ts'
import { keptAlarms } from '../../src/domain/alarms/alarms.sql.ts'
import { claimAlarms, watchAlarms } from '../../src/domain/alarms/watch-alarms.ts'
import { relaySettings } from '../../src/settings/relay-settings.ts'
import { originsOf } from '../../src/settings/service-origin.ts'
import { alarmIn } from '../../src/start/alarms/alarm-loop.ts'
import { OFFERS, type Sink, startSink } from '../support/smtp-sink.ts'
import { type ApiSetup, apiSetup } from './api-setup.ts'

let relay: Sink
let setup: ApiSetup
before(async () => {
  relay = await startSink({ offers: OFFERS })
  setup = await apiSetup({
    SMTP_URL: `smtp://127.0.0.1:${relay.port}?starttls=never`,
    PUBLIC_URL: 'https://mail.example.com',
    NOTICE_FROM: 'alarms@house.test',
  })
})
after(async () => {
  await setup.running.close()
  await relay.stop()
})

const MINUTE = 60_000
const start = Date.now()
const at = (minutes: number) => new Date(start + minutes * MINUTE)

const mailTo = (to: string, language: AlarmMail['language'] = 'en'): AlarmMail => {
  const { config } = setup.running
  const settings = { ...relaySettings(config), sealer: async () => setup.running.sealer }
  const from = config.signIn.noticeFrom
  const say: AlarmMail['say'] = one => alarmIn(language, one)
  return { mail: { settings, origins: originsOf(config), from }, to, language, say }
}

const tell = (to: string, minutes: number, language?: AlarmMail['language']) =>
  tellAlarms(setup.running.store, mailTo(to, language), at(minutes))

const mailsTo = (to: string): string[] =>
  relay.messages
    .filter(({ rcpts }) => rcpts.join().includes(`<${to}>`))
    .map(({ bytes }) => bytes.toString().replace(/=\r\n/g, ''))

/** A program that called each day until two days ago. */
async function silentProgram(id: number, name: string): Promise<void> {
  await setup.running.store.withClient(async client => {
    await client.query(
      `insert into programs (account_id, id, client, binding, network, version, signed_in, name)
       values ($1, $2, 'curl', 'get', $3, '8.5', true, $4)`,
      [setup.accountId, id, `192.0.${id}.0/24`, name],
    )
    await client.query(
      `insert into program_calls (account_id, program_id, hour, operation, outcome, calls, last_at)
       select $1, $2, date_trunc('day', now(), 'UTC') - make_interval(days => d), 'IsListed', '',
         40, now()
       from generate_series(2, 20) d`,
      [setup.accountId, id],
    )
  })
}

const calls = (id: number) =>
  setup.running.store.withClient(client =>
    client.query(
      `insert into program_calls (account_id, program_id, hour, operation, outcome, calls, last_at)
       values ($1, $2, date_trunc('hour', now(), 'UTC'), 'IsListed', '', 1, now())`,
      [setup.accountId, id],
    ),
  )

const fallsSilent = (id: number) =>
  setup.running.store.withClient(client =>
    client.query(
      `delete from program_calls where account_id = $1 and program_id = $2
         and hour > now() - interval '2 hours'`,
      [setup.accountId, id],
    ),
  )

test('a program that falls silent is told once, and once that it is over', async () => {
  const to = 'ada@house.test'
  await silentProgram(1, 'Till in Lund')
  assert.equal(await tell(to, 0), 0)
  assert.equal(await tell(to, 1), 0, 'it may be over at once')
  assert.equal(await tell(to, 3), 1)
  assert.equal(await tell(to, 4), 0)
  const [mail] = mailsTo(to)
  assert.match(mail!, /^From: Pennypost <alarms@house\.test>/m)
  assert.match(mail!, /^Subject: Pennypost: an alarm: The program Till in Lund/m)
  assert.match(mail!, /^- shop: The program Till in Lund has not called since/m)
  assert.match(mail!, /https:\/\/mail\.example\.com\/console/)
  await calls(1)
  assert.equal(await tell(to, 10), 0)
  assert.equal(await tell(to, 16), 1)
  assert.match(mailsTo(to)[1]!, /^Subject: Pennypost: an alarm is over/m)
  await fallsSilent(1)
  for (const minutes of [20, 30, 60, 600]) assert.equal(await tell(to, minutes), 0)
  assert.equal(mailsTo(to).length, 2)
  await calls(1)
  assert.equal(await tell(to, 700), 0)
  await fallsSilent(1)
  assert.equal(await tell(to, 700 + 25 * 60), 0)
  assert.equal(await tell(to, 703 + 25 * 60), 1, 'a day later it is a new one')
})

test('of several processes one tells it; what a dead one claimed another one tells', async () => {
  const to = 'grace@house.test'
  await silentProgram(2, 'Webshop')
  assert.equal(await tell(to, 0), 0)
  const told = await Promise.all(Array.from({ length: 4 }, () => tell(to, 3)))
  assert.deepEqual(told.sort(), [0, 0, 0, 1])
  assert.equal(mailsTo(to).length, 1)
  await silentProgram(3, 'Newsroom')
  const { store } = setup.running
  assert.equal(await tell(to, 20), 0)
  const open = (await keptAlarms(store, {})).map(({ accountId, account, alarmKey, said }) => ({
    accountId,
    account,
    subject: alarmKey.slice(alarmKey.indexOf(' ') + 1),
    sentence: JSON.parse(said),
  }))
  const claimed = await claimAlarms(store, await watchAlarms(store, open, at(23)), at(23))
  assert.equal(claimed.length, 1, 'and this process dies')
  assert.equal(await tell(to, 25), 0)
  assert.equal(await tell(to, 34), 1)
  assert.match(mailsTo(to)[1]!, /Newsroom/)
})

test('what the relay does not take is told later, in the words of the language', async () => {
  const to = 'ingrid@house.test'
  await silentProgram(4, 'Kassan i Malmö')
  assert.equal(await tell(to, 40), 0)
  const mail = mailTo(to, 'de')
  const settings = { ...mail.mail.settings, smtpUrl: undefined }
  const without = { ...mail, mail: { ...mail.mail, settings } }
  await assert.rejects(tellAlarms(setup.running.store, without, at(43)), /No email about alarms/)
  assert.equal(await tell(to, 44, 'de'), 0)
  assert.equal(await tell(to, 54, 'de'), 1)
  const [text] = mailsTo(to)
  assert.match(text!, /^Braucht jemanden:/m)
  assert.match(text!, /Kassan i Malm=C3=B6.* ist seit/)
  assert.match(text!, /Tagen auf/)
})
