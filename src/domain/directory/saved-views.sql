-- name: savedViews :many
select name, view::text as "view!", saved_at as saved from saved_views
where account_id = :accountId and person_id = :personId order by name collate "C"

-- name: keepView :count again
insert into saved_views (account_id, person_id, name, view)
values (:accountId, :personId, :name, :view::jsonb)
on conflict (account_id, person_id, name) do update set view = excluded.view,
  saved_at = excluded.saved_at

-- name: dropView :count
delete from saved_views
where account_id = :accountId and person_id = :personId and name = :name
