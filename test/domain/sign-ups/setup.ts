/** A store with a list and a form, and the worker's steps for sign-ups. */

import { formById } from '../../../src/domain/forms/form.ts'
import { makeForm } from '../../../src/domain/forms/save-form.ts'
import { openKeys } from '../../../src/domain/keys/keys.ts'
import { confirmSignUp } from '../../../src/domain/sign-ups/confirm-sign-up.ts'
import {
  checkTyped,
  keepRequest,
  keepSignUp,
  type TypedForm,
} from '../../../src/domain/sign-ups/keep-sign-up.ts'
import { createSealer } from '../../../src/lib/secrets.ts'
import { settleDueSignUps } from '../../../src/workers/sign-ups.ts'
import { moved } from '../../support/moved.ts'
import { SECRET, sendingSetup } from '../../support/sending.ts'

export type SignUpSetup = Awaited<ReturnType<typeof signUpSetup>>

const MOMENTS = ['created_at', 'due', 'mailed_at', 'expires_at', 'again_at', 'mailed_before']

export async function signUpSetup(people = 3) {
  const setup = await sendingSetup(people)
  const { store, accountId, listId, ask } = setup
  // New people get ids above those of the set-up.
  await ask(`insert into counters (account_id, kind, next_id) values ($1, 'subscriber', 100000)`, [
    accountId,
  ])
  const keys = await openKeys(store, createSealer(SECRET))
  const formId = await makeForm(store, accountId, { ...FORM, listIds: [listId] }, 'en')
  const reported: unknown[] = []
  const takesMail = async (domain: string) => domain !== 'nowhere.test'
  return {
    ...setup,
    keys,
    formId,
    reported,
    form: async () => (await formById(store, accountId, formId))!,
    async signUp(typed: Partial<TypedForm>, network = '192.0.2.0/24', formIdGiven = formId) {
      const form = (await formById(store, accountId, formIdGiven))!
      const checked = checkTyped(form, { email: '', values: {}, listIds: [], ...typed })
      if (Array.isArray(checked)) throw new Error(JSON.stringify(checked))
      const id = await keepSignUp(store, accountId, form, checked, { ...ORIGIN, network })
      return id!
    },
    leave: (email: string, network = `${email}/24`) =>
      keepRequest(
        store,
        accountId,
        { id: formId, wordsVersion: 1 },
        { state: 'leaving', email, listIds: [listId] },
        { ...ORIGIN, network },
      ),
    askAgain: (email: string, network = `${email}/24`) =>
      keepRequest(
        store,
        accountId,
        { id: formId, wordsVersion: 1 },
        { state: 'again', email, listIds: [] },
        { ...ORIGIN, network },
      ),
    settle: () =>
      settleDueSignUps({
        store,
        keys,
        publicUrl: 'https://mail.example.test',
        days: 7,
        takesMail,
        report: error => void reported.push(error),
      }),
    confirm: (id: number, lifts = false) =>
      confirmSignUp(store, accountId, id, {
        network: '198.51.100.0/24',
        ip: '198.51.100.7',
        lifts,
      }),
    async stateOf(id: number) {
      const [row] = await ask(
        'select state, reason from sign_ups where account_id = $1 and id = $2',
        [accountId, id],
      )
      return row && (row[1] === '' ? row[0] : `${row[0]}: ${row[1]}`)
    },
    /** As if everything had happened so much earlier, by an hour at least. */
    async later(interval: string) {
      const back = (columns: string[]) =>
        columns
          .map(column => `${column} = ${moved(column, '-extract(epoch from $2::interval)')}`)
          .join()
      const given = [accountId, interval]
      await ask(`update forms set ${back(['held_until'])} where account_id = $1`, given)
      await ask(`update sign_up_networks set ${back(['since'])} where account_id = $1`, given)
      await ask(
        `update sign_ups set ${back(MOMENTS)}, mailed_hour = null where account_id = $1`,
        given,
      )
    },
    async members() {
      const rows = await ask(
        `select s.email from subscriptions j join subscribers s
           on s.account_id = j.account_id and s.id = j.subscriber_id
         where j.account_id = $1 and j.unsubscribed_at is null and s.id > 3 order by s.email`,
        [accountId],
      )
      return rows.map(([email]) => email)
    },
    async close() {
      keys.close()
      await setup.drop()
    },
  }
}

export const FORM = {
  name: 'Front page',
  listIds: [1],
  listsChosen: false,
  asked: ['name', 'DD3'],
  required: [],
  hosts: ['shop.example.test'],
  afterUrl: '',
  formerId: null,
  keepIp: false,
}

const ORIGIN = {
  language: 'en',
  ip: '192.0.2.7',
  agent: 'Mozilla/5.0',
  page: 'https://shop.example.test/',
} as const
