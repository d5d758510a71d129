/** What roles of members are called, in Swedish. */
import type { Roles } from '../roles.ts'

export const roles: Roles = {
  viewer: 'Läsare',
  writer: 'Skribent',
  editor: 'Redaktör',
  owner: 'Ägare',
}
