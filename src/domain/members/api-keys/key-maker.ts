/**
 * The maker of an API key, and its effective rights: at each call a key has at most those of its
 * maker.
 */
import { isRight, RIGHTS, type Right, rightsOfAccount, rightsOfMember } from '../rights.ts'

/** A person of the account, the account by its own password, or a command on the server. */
export type KeyMaker = { kind: 'person'; personId: number } | { kind: 'account' | 'command' }

/**
 * - maker-gone: the person is no member of the account any more: the key has stopped.
 * - maker-has-less: the person has a lower role now, or is no operator.
 * - not-alone: the account made it while it was the only one.
 */
export const LOSSES = ['maker-gone', 'maker-has-less', 'not-alone'] as const

export type Loss = (typeof LOSSES)[number]

/** A key with its maker, as queries have it. */
export interface ApiKeyFacts {
  rights: string
  masked: boolean
  makerKind: string
  makerId: number | null
  /** Of a present member. */
  role: string | null
  makerMasked: boolean | null
  operator: boolean | null
  alone: boolean
}

export interface KeyStanding {
  rights: Right[]
  /** Those that it does not have now, because its maker does not. */
  lost: Right[]
  why: Loss | null
  /** No personal data in answers: the key itself, or its maker now. */
  masked: boolean
}

export function standingOf(key: ApiKeyFacts): KeyStanding {
  const given = rightsIn(key.rights)
  const left = rightsOfMaker(key)
  const lost = given.filter(right => !left.has(right))
  return {
    rights: given.filter(right => left.has(right)),
    lost,
    why: lost.length === 0 ? null : whyLost(key),
    masked: key.masked || (key.makerMasked ?? false),
  }
}

function rightsOfMaker({ makerKind, role, operator, alone }: ApiKeyFacts): ReadonlySet<Right> {
  if (makerKind === 'command') return new Set(RIGHTS)
  if (makerKind === 'account') return rightsOfAccount(alone)
  return role === null ? new Set() : rightsOfMember(role, operator ?? false)
}

function whyLost({ makerKind, role }: ApiKeyFacts): Loss {
  if (makerKind === 'account') return 'not-alone'
  return role === null ? 'maker-gone' : 'maker-has-less'
}

export const rightsIn = (text: string): Right[] => text.split(',').filter(isRight)

/** As columns. */
export const makerColumns = (maker: KeyMaker) => ({
  makerKind: maker.kind,
  makerId: maker.kind === 'person' ? maker.personId : null,
})

export const makerIn = ({
  makerKind,
  makerId,
}: Pick<ApiKeyFacts, 'makerKind' | 'makerId'>): KeyMaker =>
  makerKind === 'person'
    ? { kind: 'person', personId: makerId! }
    : { kind: makerKind === 'command' ? 'command' : 'account' }
