/** Sign-ups that are held back are released, or refused, as a whole. */
import { atomically, type Db } from '../../db/db.ts'
import { recordChange } from '../audit/record.ts'
import { lockForm } from '../forms/forms.sql.ts'
import { noSuch } from '../refusal.ts'
import { refuseHeld, releaseHeld } from './sign-ups.sql.ts'

/** Returns how many sign-ups it concerned. Refuses an unknown form. */
export const decideHeld = (
  db: Db,
  accountId: number,
  formId: number,
  does: 'release' | 'stop',
): Promise<number> =>
  atomically(db, async tx => {
    if (!(await lockForm(tx, { accountId, id: formId }))) throw noSuch('no-such-form', formId)
    const change = does === 'release' ? releaseHeld : refuseHeld
    const signUps = await change(tx, { accountId, formId })
    await recordChange(tx, accountId, { action: `form.${does}`, id: formId, after: { signUps } })
    return signUps
  })
