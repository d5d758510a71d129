-- Tracking exemptions: newsletters, lists and projects.

-- name: addExemption :count again
insert into tracking_exemptions (account_id, noun, id)
select account_id, :noun, :id::int from tenants where account_id = :accountId
on conflict (account_id, noun, id) do nothing

-- name: removeExemption :count again
delete from tracking_exemptions where account_id = :accountId and noun = :noun and id = :id

-- name: exemptionsOf :many
-- Of one kind.
select id from tracking_exemptions where account_id = :accountId and noun = :noun order by id

-- name: isExempt :one
select exists (select 1 from tracking_exemptions x where x.account_id = :accountId
  and ((x.noun = 'newsletter' and x.id = :newsletterId)
    or (x.noun = 'list' and x.id = :listId))) as "exempt!"
