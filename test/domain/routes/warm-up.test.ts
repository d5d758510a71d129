/** The daily quotas of a warm-up, and the file of providers. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  domainGroup,
  providerOfExchange,
  readProviders,
  usualLimits,
} from '../../../src/domain/routes/providers.ts'
import { NO_QUOTA, quotaAfter, USUAL_WARM_UP } from '../../../src/domain/routes/warm-up.ts'

const day = (quota: number, messages = quota, objections = 0) => ({ quota, messages, objections })

describe('a warm-up', () => {
  test('grows each day up to its goal', () => {
    const warmUp = { first: 100, growth: 2, goal: 1000 }
    const quotas = [quotaAfter(warmUp, undefined, 0).quota]
    while (quotas.at(-1)! < NO_QUOTA) quotas.push(quotaAfter(warmUp, day(quotas.at(-1)!), 0).quota)
    assert.deepEqual(quotas, [100, 200, 400, 800, NO_QUOTA])
    assert.equal(quotaAfter(warmUp, day(NO_QUOTA, 3), 0).quota, NO_QUOTA)
  })

  test('is held back by complaints, objections and days without evidence', () => {
    const said = ({ quota, held }: ReturnType<typeof quotaAfter>) => ({
      quota,
      held: held?.detail ?? null,
    })
    const after = (...given: Parameters<typeof day>) =>
      said(quotaAfter(USUAL_WARM_UP, day(...given), 0))
    assert.deepEqual(after(1000, 1000, 20), { quota: 1500, held: null })
    assert.deepEqual(after(1000, 1000, 21), {
      quota: 500,
      held: '21 objections to 1000 emails.',
    })
    assert.deepEqual(after(1000, 499), { quota: 1000, held: 'only 499 emails were sent.' })
    assert.deepEqual(said(quotaAfter(USUAL_WARM_UP, day(1000), 3)), {
      quota: 500,
      held: '3 complaints about 1000 emails.',
    })
    assert.equal(quotaAfter(USUAL_WARM_UP, day(200), 2).held, null)
    assert.equal(after(1, 1, 3).quota, 1)
  })
})

describe('providers', () => {
  test('are known by their domains, and by the ends of the names of their mail servers', () => {
    const groups = ['a@GMAIL.com', 'a@hotmail.co.uk', 'a@outlook.example', 'a@yahoo.co.jp']
    assert.deepEqual(groups.map(domainGroup), [
      'Gmail',
      'Outlook',
      'outlook.example',
      'Yahoo Japan',
    ])
    assert.equal(providerOfExchange('ASPMX.L.GOOGLE.COM'), 'Gmail')
    assert.equal(providerOfExchange('firm-se.mail.protection.outlook.com'), 'Microsoft 365')
    assert.equal(providerOfExchange('notgoogle.com'), undefined)
    assert.equal(usualLimits('Orange').connections, 3)
    assert.equal(usualLimits('firm.example').connections, null)
  })

  test('a line of their file that is not understood is named', () => {
    const [one] = readProviders('# note\n\nFirm\n  domains: a.se b.se\n  emails per day: 5\n')
    assert.deepEqual([one!.name, one!.domains, one!.dailyQuota], ['Firm', ['a.se', 'b.se'], 5])
    assert.throws(() => readProviders('Firm\n  emails per day: few\n'), /^Error: providers.txt:2: /)
    assert.throws(() => readProviders('  mx: a.se\n'), /^Error: providers.txt:1: /)
  })
})
