/** Keys that links are signed with, and those that shops report purchases with. */
import { z } from 'zod'
import { id } from '../../../actions/values.ts'
import { rotateKeys } from '../../../domain/keys/keys.ts'
import { dropConversionKeys, makeConversionKey } from '../../../domain/tracking/convert.ts'
import { route } from '../route.ts'

export const linkKeys = [
  route({
    method: 'POST',
    path: '/installation/link-keys',
    right: 'operate',
    confirmed: true,
    about: 'Make a key that signs links from now on. Links signed with former keys stay valid.',
    commands: ['key rotate'],
    out: z.object({ key: id }),
    creates: true,
    run: async ({ db, services }) => ({ key: await rotateKeys(db, services.sealer) }),
  }),
  route({
    method: 'POST',
    path: '/shop-keys',
    right: 'own',
    confirmed: true,
    about: 'Make a key that a shop reports purchases with, from server to server. Shown once.',
    commands: ['key shop'],
    out: z.object({ key: z.string() }),
    creates: true,
    run: async ({ db, account }) => ({ key: await makeConversionKey(db, account.id) }),
  }),
  route({
    method: 'DELETE',
    path: '/shop-keys',
    right: 'own',
    confirmed: true,
    about: 'Revoke all keys of shops: who reports with one is refused.',
    commands: ['key shop'],
    out: z.object({ removed: z.int() }),
    run: async ({ db, account }) => ({ removed: await dropConversionKeys(db, account.id) }),
  }),
]
