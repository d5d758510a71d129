/** The bodies of some routes. */
import type { RouteName } from '../../../src/actions/action.ts'

/** Several violations, and how the refusal names each. */
export type WrongBody = [
  route: RouteName,
  path: string,
  body: object,
  /** By field, the code of what is wrong with it. */
  wrong: Record<string, string>,
]

export const LINES = 'x\r\nBcc: eve@evil.test'

export interface BodiesOf {
  wrong: WrongBody[]
  /** Routes whose values the domain judges by what the store holds, or one alone: the reason. */
  withoutRules: Partial<Record<RouteName, string>>
}
