-- Why a sending, a trigger or a webhook stands still: a code with values, beside the sentence.
alter table sendings add column why jsonb;
alter table triggers add column why jsonb;
alter table webhooks add column why jsonb;
