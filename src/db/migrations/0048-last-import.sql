-- When the last import or undo of an account ended: asked for with each GetMailingLists.
create index imports_by_end on imports (account_id, greatest(finished_at, undone_at));
