-- The emails of a file, which lie between two ids, beside those of calls at the same time.

-- name: statesOfBatch :many long
select d.state as "state!", count(*)::int as "emails!" from transactions t
join deliveries d on d.account_id = :accountId and d.source_kind = :SOURCE.transaction
  and d.source_id = :projectId and d.id = t.id
where t.account_id = :accountId and t.id between :firstId and :lastId and t.batch_id = :batchId::int
  and d.id between :firstId and :lastId
group by d.state order by d.state
