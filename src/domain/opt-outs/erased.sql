-- name: anyErased :one
-- Opt-outs, or answers on measuring, of erased people. In the order of the indexes that have only
-- those: else all may be looked through.
select (select key_hash from opt_outs where account_id = :accountId and key_hash is not null
    order by key_hash limit 1) is not null
  or (select key_hash from measuring_answers where account_id = :accountId
    and key_hash is not null order by key_hash limit 1) is not null as "any!"

-- name: erasedOf :many
select key_hash as "keyHash!" from opt_outs where account_id = :accountId
  and key_hash = any (:keyHashes::text[]) and key_hash is not null

-- name: erasedOnList :maybe
-- The result for an insert of an erased, opted-out address: the former id of the subscriber. No row
-- if the list or the opt-out does not exist.
select o.subscriber_id as id from opt_outs o join lists l on l.account_id = :accountId
  and l.id = :listId
where o.account_id = :accountId and o.key_hash = :keyHash
