/**
 * The look of pages that belong to no account, or whose brand can't be read: the colours of the
 * console, in light and in dark.
 */
import { FIRST_BRAND } from '../domain/brand/brand.ts'
import { pageTokens } from '../lib/page-tokens.ts'
import { policyOf, RULES } from './sign-up/brand-style.ts'
import type { PageLook } from './sign-up/shown-form.ts'

const style = `${pageTokens}
:root { --desk: var(--paper); --heading: var(--sans); --body: var(--sans); --field: var(--soft); \
--wrong: var(--brand); }
${RULES}`

export const PLAIN_LOOK: PageLook = {
  brand: FIRST_BRAND,
  style,
  policy: policyOf(style, FIRST_BRAND),
  ownLink: '',
}

const AT_HOST: PageLook = { ...PLAIN_LOOK, ownLink: '/p' }

/** `onlyOf`: the account whose host it is. */
export const plainLookAt = (onlyOf: number | undefined): PageLook =>
  onlyOf === undefined ? PLAIN_LOOK : AT_HOST
