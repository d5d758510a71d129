-- What a person said when leaving one list, on the page of the letter. Null: nothing.
alter table subscriptions add column unsubscribe_reason text;
