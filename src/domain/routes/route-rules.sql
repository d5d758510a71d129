-- name: routeRules :many
-- Not restricted to an account: all rules, oldest first.
select id, route_id, of_account, of_list, kind, sender_domain from route_rules order by id

-- name: addRouteRule :one
-- Not restricted to an account.
insert into route_rules as n (id, route_id, of_account, of_list, kind, sender_domain)
select coalesce(max(id), 0) + 1, :routeId, :ofAccount?::bigint, :ofList?::bigint, :kind?,
  :senderDomain?
from route_rules returning n.id

-- name: rewriteRouteRule :count again
-- Not restricted to an account.
update route_rules set route_id = :routeId, of_account = :ofAccount?::bigint,
  of_list = :ofList?::bigint, kind = :kind?, sender_domain = :senderDomain?
where id = :ruleId

-- name: removeRouteRule :maybe
-- Not restricted to an account.
delete from route_rules where id = :ruleId returning route_id
