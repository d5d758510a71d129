/** Webhooks of hosted relays, over HTTP, up to the ledger, the person and the figures. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addressOfEvents, changeProvider } from '../../src/actions/relays/relay-events.ts'
import { type App, createApp } from '../../src/app.ts'
import { keepRoute, USUAL_LIMITS } from '../../src/domain/routes/keep-route.ts'
import { createLog } from '../../src/lib/log.ts'
import { tagFor } from '../../src/mail/provider-events/mappings.ts'
import { snsCertificateUrl, snsConfirmUrl } from '../../src/mail/provider-events/verify.ts'
import { readConfig } from '../../src/settings/config.ts'
import { type Inbound, inboundSetup } from '../support/inbound.ts'
import {
  type About,
  amazon,
  CERTIFICATE,
  mailgun,
  plain,
  RELAYS,
  SIGNING_KEY,
  type Signed,
  sendgrid,
  sns,
  TOPIC,
} from '../support/relay-payloads.ts'

describe('webhooks of hosted relays', () => {
  let inbound: Inbound
  let app: App
  let origin: string
  let sendingId: number
  const addresses = new Map<string, string>()
  const asked: string[] = []

  const about = (id: number): About => {
    const { messageId, bounce } = inbound.tokensOf(sendingId, id)
    const envelope = bounce.replaceAll('.', '-')
    return { email: `p${id}@example.test`, messageId: `${messageId}@example.test`, envelope }
  }
  const post = async (relay: string, { body, headers = {} }: Signed) => {
    const answer = await fetch(addresses.get(relay)!, { method: 'POST', body, headers })
    return { status: answer.status, text: await answer.text() }
  }
  const stateOf = async (id: number) =>
    (
      await inbound.ask('select state from deliveries where source_id = $1 and id = $2', [
        sendingId,
        id,
      ])
    )[0]![0]
  const bounces = async (id: number) =>
    Number(
      (await inbound.ask('select count(*) from bounces where subscriber_id = $1', [id]))[0]![0],
    )
  const stored = async () =>
    Number((await inbound.ask('select count(*) from inbound_messages'))[0]![0])

  before(async () => {
    inbound = await inboundSetup({ people: 60 })
    sendingId = await inbound.accepted()
    const { store, sealer, keys } = inbound
    app = createApp({
      store,
      sealer,
      keys,
      log: createLog({ level: 'silent' }),
      config: readConfig({ PORT: '0' }),
      readAmazon: async url => {
        asked.push(url)
        return url === CERTIFICATE
          ? amazon.publicKey.export({ format: 'pem', type: 'spki' }).toString()
          : '<ConfirmSubscriptionResponse/>'
      },
    })
    const { port } = await app.listen()
    origin = `http://127.0.0.1:${port}`
    for (const [provider, { key }] of Object.entries(RELAYS)) {
      await keepRoute(store, sealer, provider, 'smtp://relay.example.test', USUAL_LIMITS)
      const events = await changeProvider(store, sealer, provider, { provider, key })
      addresses.set(provider, addressOfEvents(origin, events!))
    }
  })
  after(async () => {
    await app.close()
    await inbound.close()
  })

  for (const [place, [relay, { bounce, complaint }]] of Object.entries(RELAYS).entries()) {
    const [bounced, complained] = [place * 4 + 1, place * 4 + 2]

    test(`${relay}: a bounce and a complaint have their effect, each once`, async () => {
      const event = bounce(about(bounced))
      assert.equal((await post(relay, event)).status, 200)
      await inbound.judged()
      assert.equal(await stateOf(bounced), 'bounced')
      assert.equal((await inbound.person(bounced)).undeliverable, true)
      // Again, as it was, and signed anew.
      await post(relay, event)
      await post(relay, bounce(about(bounced)))
      await inbound.judged()
      assert.equal(await bounces(bounced), 1)
      const { complained: before } = await inbound.person(complained)
      assert.equal(before, false)
      assert.equal((await post(relay, complaint!(about(complained)))).status, 200)
      await inbound.judged()
      const { complained: now, optedOut } = await inbound.person(complained)
      assert.deepEqual([now, optedOut], [true, true])
      // The complaint comes before the bounce as well.
      await post(relay, bounce(about(complained)))
      await inbound.judged()
      assert.equal((await inbound.person(complained)).complained, true)
    })
  }

  test('a forged or replayed event, or one of another topic, is refused', async () => {
    const before = await stored()
    const victim = about(50)
    const old = String(Math.floor(Date.now() / 1000) - 200_000)
    const tampered = (signed: Signed, from: string, to: string) => ({
      ...signed,
      body: signed.body.replaceAll(from, to),
    })
    const other = about(51).email
    const used = RELAYS.mailgun!.bounce(about(52))
    assert.equal((await post('mailgun', used)).status, 200)
    await inbound.judged()
    for (const [relay, signed] of [
      ['ses', tampered(RELAYS.ses!.bounce(victim), victim.email, other)],
      ['ses', sns({ notificationType: 'Bounce' }, { TopicArn: TOPIC.replace('bounces', 'other') })],
      ['ses', sns('x', { Timestamp: '2020-01-01T00:00:00.000Z' })],
      ['ses', sns('x', { SigningCertURL: CERTIFICATE.replace('amazonaws.com', 'evil.test') })],
      ['ses', plain({ Type: 'Notification', Message: '{}' })],
      ['mailgun', mailgun({ event: 'failed', recipient: victim.email }, 'another key')],
      ['mailgun', mailgun({ event: 'failed', recipient: victim.email }, SIGNING_KEY, old)],
      // The signature is right, and was used for other events.
      ['mailgun', tampered(used, about(52).email, victim.email)],
      ['sendgrid', tampered(RELAYS.sendgrid!.bounce(victim), victim.email, other)],
      ['sendgrid', sendgrid([{ event: 'bounce', email: victim.email }], old)],
      ['sendgrid', plain([{ event: 'bounce', email: victim.email }])],
    ] as const)
      assert.equal((await post(relay, signed)).status, 403, `${relay} ${signed.body}`)
    assert.equal(await stored(), before + 1)
    assert.ok(asked.every(url => new URL(url).hostname.endsWith('.amazonaws.com')))
  })

  test('a message that names no email of ours has no effect', async () => {
    for (const relay of ['postmark', 'brevo'])
      assert.equal(
        (await post(relay, RELAYS[relay]!.bounce({ ...about(53), messageId: 'x@y', envelope: '' })))
          .status,
        200,
      )
    await inbound.judged()
    assert.equal(await stateOf(53), 'accepted')
    assert.equal((await inbound.person(53)).undeliverable, false)
  })

  test('the address is the secret, and the body is bounded before it is read', async () => {
    const right = addresses.get('brevo')!
    const asks: [string, RequestInit, number][] = [
      [`${right.slice(0, -2)}xx`, { method: 'POST', body: '{}' }, 404],
      [right.replace(/events\/\d+/, 'events/999'), { method: 'POST', body: '{}' }, 404],
      [`${origin}/api/relay-events/`, { method: 'POST', body: '{}' }, 404],
      [right, {}, 405],
      [right, { method: 'POST', body: '{' }, 400],
      [right, { method: 'POST', body: '3' }, 400],
      [right, { method: 'POST', body: `"${'x'.repeat(1 << 20)}"` }, 413],
      [right, { method: 'POST', body: '{"event":"opened","email":"a@b.test"}' }, 200],
    ]
    for (const [url, init, status] of asks)
      assert.equal((await fetch(url, init)).status, status, url)
  })

  test('a topic is confirmed on hosts of Amazon, after its signature', async () => {
    const confirm = 'https://sns.eu-north-1.amazonaws.com/?Action=ConfirmSubscription&Token=2336'
    const request = (SubscribeURL: string) =>
      sns('You have chosen to subscribe', {
        Type: 'SubscriptionConfirmation',
        Token: '2336',
        SubscribeURL,
      })
    assert.equal((await post('ses', request(confirm))).status, 200)
    assert.equal(asked.at(-1), confirm)
    const before = asked.length
    await post('ses', request('https://evil.test/?Action=ConfirmSubscription'))
    assert.equal(asked.length, before)
    for (const url of [
      CERTIFICATE.replace('https', 'http'),
      CERTIFICATE.replace('.com/', '.com.evil.test/'),
      CERTIFICATE.replace('.com/', '.com:8443/'),
      'https://bucket.s3.amazonaws.com/SimpleNotificationService-0123abcd.pem',
      'https://sns.eu-north-1.amazonaws.com/other.pem',
    ])
      assert.equal(snsCertificateUrl(url), undefined, url)
    assert.equal(snsConfirmUrl('https://evil.test/?Action=ConfirmSubscription'), undefined)
  })

  test('without its key nothing of a signing relay is taken; keys are looked at', async () => {
    const { store, sealer } = inbound
    await keepRoute(store, sealer, 'late', 'smtp://relay.example.test', USUAL_LIMITS)
    const given = (provider: string | undefined, key: string | undefined) =>
      changeProvider(store, sealer, 'late', { provider, key })
    const events = (await given('mailgun', undefined))!
    addresses.set('late', addressOfEvents(origin, events))
    assert.equal((await post('late', RELAYS.mailgun!.bounce(about(54)))).status, 403)
    assert.equal((await given(undefined, SIGNING_KEY))!.token, events.token)
    assert.equal((await post('late', RELAYS.mailgun!.bounce(about(54)))).status, 200)
    for (const [provider, key, told] of [
      ['mailchimp', undefined, /no relay whose webhooks are known/],
      ['postmark', 'x', /does not sign its webhooks/],
      ['ses', 'bounces', /the ARN of the topic/],
      ['sendgrid', 'nonsense', /the verification key/],
    ] as const)
      await assert.rejects(given(provider, key), { message: told })
    await changeProvider(store, sealer, 'late', { provider: null, key: undefined })
    assert.equal((await post('late', RELAYS.mailgun!.bounce(about(55)))).status, 404)
  })

  test('a relay that replaces the Message-ID gets a header that it gives back', () => {
    assert.equal(String(tagFor('postmark', 'a-b')), 'X-PM-Metadata-envelope: a-b\r\n')
    assert.equal(String(tagFor('mailjet', 'a-b')), 'X-MJ-CustomID: a-b\r\n')
    assert.equal(String(tagFor('brevo', 'a-b')), 'X-Mailin-custom: a-b\r\n')
    assert.equal(tagFor('sendgrid', 'a-b'), undefined)
    assert.equal(tagFor(null, 'a-b'), undefined)
  })
})
