/** The routes of the JSON API. */
import { actions } from '../../actions/table.ts'
import { served } from './route.ts'

export const routes = served(actions)
