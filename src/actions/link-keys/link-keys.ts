/** Keys that links are signed with, and those that shops report purchases with. */
import { z } from 'zod'
import { rotateKeys } from '../../domain/keys/keys.ts'
import { dropConversionKeys, makeConversionKey } from '../../domain/tracking/convert.ts'
import { action } from '../action.ts'
import { id } from '../values.ts'

export const linkKeys = [
  action({
    route: 'POST /installation/link-keys',
    right: 'operate',
    confirmed: true,
    about: 'Make a key that signs links from now on. Links signed with former keys stay valid.',
    command: 'key rotate',
    installation: true,
    out: z.object({ key: id }),
    creates: true,
    run: async ({ db, sealer }) => ({ key: await rotateKeys(db, await sealer()) }),
  }),
  action({
    route: 'POST /shop-keys',
    right: 'own',
    confirmed: true,
    about: 'Make a key that a shop reports purchases with, from server to server. Shown once.',
    commands: ['key shop'],
    out: z.object({ key: z.string() }),
    creates: true,
    run: async ({ db, account }) => ({ key: await makeConversionKey(db, account.id) }),
  }),
  action({
    route: 'DELETE /shop-keys',
    right: 'own',
    confirmed: true,
    about: 'Revoke all keys of shops: who reports with one is refused.',
    commands: ['key shop'],
    out: z.object({ removed: z.int() }),
    run: async ({ db, account }) => ({ removed: await dropConversionKeys(db, account.id) }),
  }),
] as const
