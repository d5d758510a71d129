/** An account with a list and a form, on the service of the tests. */
import { setTimeout as pause } from 'node:timers/promises'
import type { FormFacts } from '../../src/domain/forms/form.ts'
import { pathOfForm } from '../../src/domain/forms/form.ts'
import { makeForm } from '../../src/domain/forms/save-form.ts'
import { macKeyOf } from '../../src/domain/keys/link-keys.ts'
import { confirmToken } from '../../src/mail/links/sign-up.ts'
import { settleDueSignUps } from '../../src/workers/sign-ups.ts'
import { newAccount } from '../support/account.ts'

export type FormVisit = Awaited<ReturnType<typeof newForm>>

export async function newForm(facts: Partial<FormFacts> = {}) {
  const account = await newAccount()
  const { service } = account
  const accountId = account.account.id
  const listId = await account.newList('News')
  const given = {
    name: 'Front',
    listIds: [listId],
    listsChosen: false,
    asked: ['name', 'DD3'],
    required: [],
    hosts: ['shop.example'],
    afterUrl: '',
    formerId: null,
    keepIp: false,
    ...facts,
  }
  const formId = await makeForm(service.store, accountId, given, 'en')
  const origin = `http://127.0.0.1:${service.port}`
  const path = pathOfForm(accountId, formId)
  const visit = (at: string, init: RequestInit = {}) =>
    fetch(origin + at, { redirect: 'manual', ...init })
  const ask = async (text: string) =>
    (await service.store.withClient(client => client.query(text, [accountId]))).rows
  return {
    ...account,
    accountId,
    listId,
    formId,
    origin,
    path,
    visit,
    ask,
    post: (at: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      visit(at, { method: 'POST', body: new URLSearchParams(fields), headers }),
    /** The mark of a form that was shown long enough ago. */
    async time(): Promise<string> {
      const page = await (await visit(path)).text()
      await pause(2_100)
      return /name="t" value="([^"]+)"/.exec(page)![1]!
    },
    signUps: () => ask('select * from sign_ups where account_id = $1 order by id'),
    settle: () =>
      settleDueSignUps({
        store: service.store,
        keys: service.keys,
        publicUrl: origin,
        days: 7,
        takesMail: async () => true,
        report: error => service.reported.push(error),
      }),
    confirmPath: (signUpId: number) =>
      `/o/${confirmToken(macKeyOf(service.keys.newest()), { accountId, signUpId })}`,
    members: async () =>
      (
        await ask(
          `select s.email from subscriptions j join subscribers s on s.account_id = j.account_id
           and s.id = j.subscriber_id where j.account_id = $1 and j.unsubscribed_at is null
           order by 1`,
        )
      ).map(({ email }) => email),
  }
}

/** From a page on a host that the account named. */
export const FROM_SHOP = { Referer: 'https://shop.example/about?x=1' }
