/** The page of preferences, which readers reach by the link of an email. */

import { z } from 'zod'
import {
  PreferencePage,
  preferencePage,
  savePreferencePage,
  violationsOfPreferences,
} from '../../domain/preferences/preference-page.ts'
import { action } from '../action.ts'
import { entityTag } from '../entity-tag.ts'
import { ifUnchanged } from '../if-unchanged.ts'
import { withRules } from '../value-problems.ts'

export type PreferencePageAnswer = z.output<typeof PreferencePage>

const tag = (page: PreferencePageAnswer) => page

export const preferences = [
  action({
    route: 'GET /preferences',
    right: 'read',
    about: 'What readers may choose on their page of preferences: lists to join, data to edit.',
    command: 'preferences show',
    out: PreferencePage,
    tag,
    run: ({ db, account }) => preferencePage(db, account.id),
  }),
  action({
    route: 'PATCH /preferences',
    right: 'people',
    about: 'Change what readers may choose on their page of preferences.',
    command: 'preferences edit',
    readsIfMatch: true,
    body: withRules(z.strictObject(PreferencePage.shape).partial(), violationsOfPreferences),
    out: PreferencePage,
    tag,
    async run(call, { body }) {
      const { db, account } = call
      await ifUnchanged(
        call,
        { kind: 'preferences', id: 0 },
        async tx => entityTag(await preferencePage(tx, account.id)),
        async tx =>
          savePreferencePage(tx, account.id, {
            ...(await preferencePage(tx, account.id)),
            ...body,
          }),
      )
      return preferencePage(db, account.id)
    },
  }),
] as const
