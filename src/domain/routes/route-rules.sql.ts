// Written by scripts/sql-types.ts from route-rules.sql; npm run sql writes it again.
import { count, many, maybe, one } from '../../db/query.ts'

/** Not restricted to an account: all rules, oldest first. */
export const routeRules = many<{ accountId?: number }, { id: number; routeId: number; ofAccount: number | null; ofList: number | null; kind: string | null; senderDomain: string | null }>({ name: 'route-rules.routeRules', again: true, text: "select id, route_id, of_account, of_list, kind, sender_domain from route_rules order by id" }, [], r => ({ id: Number(r[0]!), routeId: Number(r[1]!), ofAccount: r[2] == null ? null : Number(r[2]!), ofList: r[3] == null ? null : Number(r[3]!), kind: r[4], senderDomain: r[5] } as { id: number; routeId: number; ofAccount: number | null; ofList: number | null; kind: string | null; senderDomain: string | null }))

/** Not restricted to an account. */
export const addRouteRule = one<{ routeId: number; ofAccount: number | null; ofList: number | null; kind: string | null; senderDomain: string | null; accountId?: number }, { id: number }>({ name: 'route-rules.addRouteRule', again: false, text: "insert into route_rules as n (id, route_id, of_account, of_list, kind, sender_domain)\nselect coalesce(max(id), 0) + 1, $1, $2::bigint, $3::bigint, $4,\n  $5\nfrom route_rules returning n.id" }, ["routeId","ofAccount","ofList","kind","senderDomain"], r => ({ id: Number(r[0]!) } as { id: number }))

/** Not restricted to an account. */
export const rewriteRouteRule = count<{ routeId: number; ofAccount: number | null; ofList: number | null; kind: string | null; senderDomain: string | null; ruleId: number; accountId?: number }>({ name: 'route-rules.rewriteRouteRule', again: true, text: "update route_rules set route_id = $1, of_account = $2::bigint,\n  of_list = $3::bigint, kind = $4, sender_domain = $5\nwhere id = $6" }, ["routeId","ofAccount","ofList","kind","senderDomain","ruleId"])

/** Not restricted to an account. */
export const removeRouteRule = maybe<{ ruleId: number; accountId?: number }, { routeId: number }>({ name: 'route-rules.removeRouteRule', again: false, text: "delete from route_rules where id = $1 returning route_id" }, ["ruleId"], r => ({ routeId: Number(r[0]!) } as { routeId: number }))
