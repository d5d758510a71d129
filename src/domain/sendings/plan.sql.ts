// Written by scripts/sql-types.ts from plan.sql; npm run sql writes it again.
import { count } from '../../db/query.ts'

/** Not restricted to an account. Disables memoize until the transaction ends: the planner can't know
 * that each subscriber of a list is looked up once, and caching a million of them takes a quarter
 * of the plan's time. */
export const disableMemoize = count<{ accountId?: number }>({ name: 'plan.disableMemoize', again: false, deadline: 'long', text: "set local enable_memoize = off" }, [])

/** Not restricted to an account: after a large plan the statistics are outdated, and the planner
 * would not use the index for claims. */
export const analyzeDeliveries = count<{ accountId?: number }>({ name: 'plan.analyzeDeliveries', again: false, deadline: 'long', text: "analyze deliveries" }, [])
