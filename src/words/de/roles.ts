/** What roles of members are called, in German. */
import type { Roles } from '../roles.ts'

export const roles: Roles = {
  viewer: 'Leser',
  writer: 'Autor',
  editor: 'Redakteur',
  owner: 'Inhaber',
}
