/** Links for members: mailed where that works, shown in any case. */
import { type MemberLink, mailLink } from '../../use-cases/members/mail-link.ts'
import type { ApiCall } from './route.ts'

/** In the language of the person, or of whoever invites them. */
export async function mailedLink(
  { db, account, caller, origin, services }: ApiCall,
  wanted: boolean,
  link: Pick<MemberLink, 'kind' | 'to' | 'path'> & { language?: string },
) {
  const { relays: settings, noticeFrom: from } = services
  const language = link.language ?? caller.session?.member?.language ?? 'en'
  const mail = { settings, origins: services.rendering(), from }
  const sent = { ...link, account, language }
  const trouble = wanted ? await mailLink(db, mail, sent) : 'It was not asked for.'
  return {
    ...{ link: origin + link.path, mailed: trouble === undefined },
    trouble: (wanted && trouble) || null,
  }
}
