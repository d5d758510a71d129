/**
 * Links for members: mailed, or else shown to the caller. The use of a mailed link proves the
 * mailbox; a link that is shown is another one, and proves nothing.
 */

import { z } from 'zod'
import { detailed } from '../../domain/details/details.ts'
import { type RecordedTrouble, troubleOf } from '../../domain/details/recorded.ts'
import { type Refusal, refusalOf } from '../../domain/refusal.ts'
import { type MemberLink, mailLink } from '../members/mail/mail-link.ts'
import { ApiProblem } from '../problem.ts'
import { causes } from '../values.ts'
import type { HttpCall } from './http-action.ts'

export const MemberLinkAnswer = z.object({
  link: z.string().nullable().describe('To hand over. Null if it was mailed, and for API keys.'),
  mailed: z.boolean(),
  trouble: z.string().nullable().describe('Why it was not mailed.'),
  causes,
})

export type MemberLinkFacts = z.output<typeof MemberLinkAnswer>

interface WantedLink extends Pick<MemberLink, 'kind' | 'to'> {
  mail: boolean
  /** Of the person; by default that of the caller. */
  language?: string
  /** Makes the link, and returns its path. It proves the mailbox if it is mailed. */
  make(mailed: boolean): Promise<string>
}

const unmailed = ({ trouble, causes }: RecordedTrouble, { message, coded }: Refusal): ApiProblem =>
  new ApiProblem('not-now', {
    ...detailed('link-unmailed', { says: `${trouble} ${message}` }),
    because: coded ? [...causes, coded] : causes,
  })

export async function mailedLink(
  { db, account, caller, origin, services }: HttpCall,
  { mail: wanted, make, kind, to, language = caller.session?.member?.language ?? 'en' }: WantedLink,
): Promise<z.input<typeof MemberLinkAnswer>> {
  const isPerson = caller.session !== undefined
  if (!wanted && !isPerson) throw new ApiProblem('not-allowed', detailed('links-for-people'))
  const { relays: settings, noticeFrom: from } = services
  const mail = { settings, origins: services.rendering(), from }
  const link = { kind, to, account, language, path: () => make(true) }
  const unsent = wanted ? await mailLink(db, mail, link) : troubleOf([])
  if (unsent === undefined) return { link: null, mailed: true, trouble: null, causes: [] }
  const path = await make(false).catch(error => {
    // Who may be shown none wants to know why it was not mailed.
    const refusal = refusalOf(error)
    throw unsent.trouble !== null && refusal ? unmailed(unsent, refusal) : error
  })
  return { link: isPerson ? origin + path : null, mailed: false, ...unsent }
}
