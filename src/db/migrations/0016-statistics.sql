-- Nothing is searched by what stands anywhere in these arrays, and to learn what is common in them took two thirds of looking a table over, which
-- the store does every minute while many rows come. What a filter asks of one field is guessed as before.
alter table subscribers alter column fields set statistics 0;
alter table transactions alter column fields set statistics 0;
-- Rows live for a moment.
alter table hit_arrivals
  alter column ids set statistics 0, alter column kinds set statistics 0, alter column source_kinds set statistics 0,
  alter column source_ids set statistics 0, alter column delivery_ids set statistics 0, alter column link_numbers set statistics 0,
  alter column moments set statistics 0, alter column verdicts set statistics 0, alter column reasons set statistics 0,
  alter column agents set statistics 0, alter column networks set statistics 0;
