-- version 1
-- Field by field: what is given (not null) replaces what is known; the result ends with its last
-- filled field.
create or replace function merge_fields(known text[], given text[]) returns text[]
  language plpgsql immutable parallel safe
as $$
declare
  merged text[] := known;
  filled int := 0;
begin
  for i in 1 .. coalesce(array_length(given, 1), 0) loop
    -- Each place is written, so that the array begins at 1 and has no gaps.
    merged[i] := coalesce(given[i], merged[i]);
  end loop;
  for i in reverse coalesce(array_length(merged, 1), 0) .. 1 loop
    if coalesce(merged[i], '') <> '' then
      filled := i;
      exit;
    end if;
  end loop;
  return merged[1:filled];
end $$;
