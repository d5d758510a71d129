/** Why no email can be sent to an address: a closed table of sentences. */
import { type DetailValues, detailsOf } from '../../lib/sentences.ts'

export const addressWords = {
  'address-unmailable': ({ address }: DetailValues<'address'>) =>
    `${JSON.stringify(address)} is not an address that mail can be sent to.`,
  'address-domain': ({ address }: DetailValues<'address'>) =>
    `The domain of ${JSON.stringify(address)} is not a name that can be looked up.`,
}

export const addressSentence = detailsOf(addressWords)
