/** The routes of the JSON API: one table, from which all else comes. */
import { lists } from './lists.ts'
import type { ApiRoute } from './route.ts'
import { session } from './session.ts'

export const routes: readonly ApiRoute[] = [...session, ...lists]
